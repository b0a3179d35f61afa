import { isRowId } from "../own-photo.server.ts";
import { receivePhoto } from "./receive-photo.server.ts";
import { uploadPhoto } from "./upload-photo.server.ts";
import { apiAction, methodNotAllowed, refuse } from "../../account/member-action.server.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import { clientAddressContext } from "../../server/http/site.ts";
import { photoParts } from "../photo-parts.ts";
import type { Route } from "./+types/upload.route";

/**
 * `POST /api/images/upload` (docs/product/specification.md, "HTTP API"); `Idempotency-Key` (a UUID) makes it
 * repeatable.
 */
export const action = apiAction({ method: "POST" }, async ({ request, context }: Route.ActionArgs, member) => {
  const uploadKey = request.headers.get("Idempotency-Key");
  if (uploadKey !== null && !isRowId(uploadKey)) return refuse(400, "The Idempotency-Key is not a UUID.");
  const arrival = {
    request,
    memberId: member.id,
    clientAddress: context.get(clientAddressContext),
    rateLimiter: context.get(rateLimiterContext),
  };
  const stored = await receivePhoto(arrival, (upload) =>
    uploadPhoto(photoParts(context), { memberId: member.id, ...upload, uploadKey }),
  );
  if (!stored.ok) return refuse(stored.status, stored.message, stored.headers);
  return Response.json({ url: `/images/${stored.photoId}/full`, publicId: stored.publicId }, { status: 201 });
});

export const loader = () => methodNotAllowed("POST");
