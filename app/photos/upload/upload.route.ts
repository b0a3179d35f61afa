import { identitySessionContext, servicesContext } from "../../services.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { isRowId } from "../own-photo.server.ts";
import { readUpload } from "./read-upload.server.ts";
import { uploadSlots, uploadWait } from "./upload-slots.server.ts";
import { uploadPhoto } from "./upload-photo.server.ts";
import { uploadRefusal } from "./upload-problems.server.ts";
import type { Route } from "./+types/upload.route";

/**
 * `POST /api/images/upload` (docs/product/specification.md, "HTTP API"); `Idempotency-Key` (a UUID) makes it
 * repeatable.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const services = context.get(servicesContext);
  const member = await context.get(identitySessionContext).provenMember();
  if (!member) return refuse(401, "User authentication required");
  const wait = await services.rateLimiter.take({ uploadByMember: member.id });
  if (wait) return refuse(429, waitMessage(wait), { "Retry-After": String(wait) });
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !isRowId(key)) return refuse(400, "The Idempotency-Key is not a UUID.");
  const slot = uploadSlots.take(member.id);
  if (!slot) return refuse(429, uploadWait.message, { "Retry-After": String(uploadWait.seconds) });
  const upload = await store(slot.receive(request)).finally(slot.free);
  if (!upload.ok) {
    const { status, message } = uploadRefusal(upload.problem);
    return refuse(status, message);
  }
  const { photoId, publicId } = upload;
  return Response.json({ url: `/images/${photoId}/full`, publicId }, { status: 201 });

  async function store(body: Request) {
    const reading = await readUpload(body);
    if (!reading.ok) return reading;
    return uploadPhoto(services, { memberId: member?.id ?? "", ...reading.upload, uploadKey: key });
  }
}

export function loader() {
  return refuse(405, "Method not allowed", { Allow: "POST" });
}

const refuse = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });
