import { z } from "zod";
import { identitySessionContext, servicesContext } from "../../services.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { readSmallText } from "../../server/http/bodies/read-form.server.ts";
import { visibleName } from "../file-name.ts";
import { ownPhoto } from "../own-photo.server.ts";
import { photoIdOf, renamePicture } from "./rename-picture.server.ts";
import type { Route } from "./+types/rename.route";

const longestFileName = 120;

const renaming = z.object({ publicId: z.string().max(300), newPublicId: z.string().max(300) });

/** `POST /api/images/rename` (docs/product/specification.md, "HTTP API"): JSON `{ publicId, newPublicId }`. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const services = context.get(servicesContext);
  const member = await context.get(identitySessionContext).provenMember();
  if (!member) return refuse(401, "User authentication required");
  const wait = await services.rateLimiter.take({ changeByMember: member.id });
  if (wait) return refuse(429, waitMessage(wait), undefined, { "Retry-After": String(wait) });
  const text = await readSmallText(request).catch((error: unknown) => error);
  if (text instanceof Response) return refuse(text.status, text.statusText);
  const body = renaming.safeParse(parsed(String(text)));
  if (!body.success) return refuse(400, "Expected JSON with publicId and newPublicId");
  const { publicId, newPublicId } = body.data;
  const photoId = photoIdOf(publicId);
  const photo = photoId && (await ownPhoto(services.database, member.id, photoId));
  if (!photo || ![photo.public_id, photo.renaming_to].includes(publicId)) return refuse(404, "Not found");
  const [folder, last = "", ...rest] = newPublicId.split("/");
  const name = visibleName(last);
  const isName = /[\p{L}\p{N}]/u.test(name) && !/[<>]/.test(name) && name.length <= longestFileName;
  if (folder !== photo.id || rest.length || !isName) {
    services.log.warn({ photo: photo.id }, "refused a new public id");
    const details = `A name has a letter or a digit, no < or >, and at most ${longestFileName} characters.`;
    return refuse(422, "The new publicId must be <same folder>/<new name>", details);
  }
  const renamed = await renamePicture(services, member.id, photo.id, name);
  if (!renamed.ok) return refuse(404, "Not found");
  return Response.json({ url: `/images/${photo.id}/full`, publicId: renamed.publicId });
}

export function loader() {
  return Response.json({ error: "Method not allowed" }, { status: 405, headers: { Allow: "POST" } });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const refuse = (status: number, error: string, details?: string, headers: Record<string, string> = {}) =>
  Response.json({ error, ...(details ? { details } : {}) }, { status, headers });
