import { identitySessionContext, servicesContext } from "../../services.ts";
import { isRowId } from "../own-photo.server.ts";
import { receivePhoto } from "./receive-photo.server.ts";
import { uploadPhoto } from "./upload-photo.server.ts";
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
  const uploadKey = request.headers.get("Idempotency-Key");
  if (uploadKey !== null && !isRowId(uploadKey)) return refuse(400, "The Idempotency-Key is not a UUID.");
  const arrival = { request, memberId: member.id, rateLimiter: services.rateLimiter };
  const stored = await receivePhoto(arrival, (upload) =>
    uploadPhoto(services, { memberId: member.id, ...upload, uploadKey }),
  );
  if (!stored.ok) return refuse(stored.status, stored.message, stored.headers);
  return Response.json({ url: `/images/${stored.photoId}/full`, publicId: stored.publicId }, { status: 201 });
}

export function loader() {
  return refuse(405, "Method not allowed", { Allow: "POST" });
}

const refuse = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });
