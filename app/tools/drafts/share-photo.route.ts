import { redirect } from "react-router";
import { withNext } from "../../server/http/next-path.ts";
import { usualBodyMs, withTimedBody } from "../../server/http/bodies/time-limits.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import { severalUploadsSlots, uploadSlots, uploadWait } from "../../photos/upload/upload-slots.server.ts";
import { identitySessionContext, servicesContext } from "../../services.ts";
import { uploadFirstPhoto, uploadSharedPhotos } from "../batch/upload-shared-photos.server.ts";
import { surpriseMe } from "../surprise-me/surprise-me.ts";
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
  const services = context.get(servicesContext);
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
  const wait = await services.rateLimiter.take({ uploadByMember: member.id });
  if (wait) return refuse(waitMessage(wait));
  const { batch } = await services.database.asMember(member.id, (sql) => readEntitlements(sql, member.id));
  // Batch slots are few and last minutes, so others use a single upload's slot.
  const [slots, upload] = batch ? [severalUploadsSlots, uploadSharedPhotos] : [uploadSlots, uploadFirstPhoto];
  const slot = slots.take(member.id);
  if (!slot) return refuse(uploadWait.message);
  const received = slot.receive(request);
  const body = batch ? received : withTimedBody(received, usualBodyMs);
  const form = { memberId: member.id, tool: surpriseMe, request: body, field: "photo" };
  const uploaded = await upload(services, form).finally(slot.free);
  if (!uploaded.ok) return refuse(uploaded.message);
  if (uploaded.message) leave({ kind: "error", title: "Not every photo is here", text: uploaded.message });
  return redirect(uploaded.to, 303);
}
