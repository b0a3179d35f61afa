import { redirect } from "react-router";
import { withNext } from "../../server/http/next-path.ts";
import { usualBodyMs, withTimedBody } from "../../server/http/bodies/time-limits.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import { inUploadSlot, severalUploadsSlots } from "../../photos/upload/receive-photo.server.ts";
import { uploadFirstPhoto, uploadSharedPhotos } from "../batch/upload-photos.server.ts";
import { surpriseMe } from "../surprise-me/surprise-me.ts";
import { identitySessionContext } from "../../account/identity.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import { clientAddressContext } from "../../server/http/site.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import type { Route } from "./+types/share-photo.route";

/** GET redirects to the upload page. */
export function loader() {
  return redirect(surpriseMe.path);
}

/**
 * `POST /share-photo`: the manifest's share target when no service worker took the photo. Creates a Surprise Me draft,
 * or a batch for members whose package allows one. Visitors must sign in.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const rateLimiter = context.get(rateLimiterContext);
  const parts = { ...photoParts(context), rateLimiter };
  const { leave } = context.get(flashContext);
  const member = await context.get(identitySessionContext).provenMember();
  if (!member) {
    leave({
      kind: "error",
      title: "Sign in required",
      text: "Please log in to continue, then choose the photo again.",
    });
    return redirect(withNext("/login", surpriseMe.path), 303);
  }
  const refuse = (text: string) => {
    leave({ kind: "error", title: "Invalid file", text });
    return redirect(surpriseMe.path, 303);
  };
  const { batch } = await parts.database.asMember(member.id, (sql) => readEntitlements(sql, member.id));
  const form = { memberId: member.id, tool: surpriseMe, field: "photo" };
  const arrival = { request, memberId: member.id, clientAddress: context.get(clientAddressContext), rateLimiter };
  // Batch slots are few and last minutes, so others use a single upload's slot.
  const uploaded = batch
    ? await inUploadSlot({ ...arrival, slots: severalUploadsSlots }, (body) =>
        uploadSharedPhotos(parts, { ...form, request: body }),
      )
    : await inUploadSlot(arrival, (body) =>
        uploadFirstPhoto(parts, { ...form, request: withTimedBody(body, usualBodyMs) }),
      );
  if (!uploaded.ok) return refuse(uploaded.message);
  if (uploaded.message) leave({ kind: "error", title: "Some photos are missing", text: uploaded.message });
  return redirect(uploaded.to, 303);
}
