import { redirect } from "react-router";
import { withNext } from "../account/with-next.ts";
import { flashContext } from "../http/flash.server.ts";
import { waitMessage } from "../http/rate-limits.ts";
import { readEntitlements } from "../gems/entitlements.server.ts";
import { severalUploadsSlots, uploadWait } from "../photos/upload-slots.server.ts";
import { identitySessionContext, servicesContext } from "../services.ts";
import { takeFirstPhoto, takeSharedPhotos } from "./batch/take-shared-photos.server.ts";
import { surpriseMe } from "./surprise-me/surprise-me.ts";
import type { Route } from "./+types/share-photo.route";

/** Typed into the address bar, it leads to where a photo can be chosen. */
export function loader() {
  return redirect(surpriseMe.path);
}

/**
 * `POST /share-photo`: a photo another app on the device shares with the installed one (the manifest's share target), on
 * a device whose service worker did not take it. It becomes a draft of Surprise Me; several become one over several
 * for who has bought that, and their first one for everybody else. A visitor's cannot be kept.
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
  const slot = severalUploadsSlots.take(member.id);
  if (!slot) return refuse(uploadWait.message);
  const { batch } = await services.database.asMember(member.id, (sql) => readEntitlements(sql, member.id));
  const take = batch ? takeSharedPhotos : takeFirstPhoto;
  const taken = await take(services, { memberId: member.id, tool: surpriseMe, request, field: "photo" }).finally(
    slot.free,
  );
  if (!taken.ok) return refuse(taken.message);
  if (taken.told) leave({ kind: "error", title: "Not every photo is here", text: taken.told });
  return redirect(taken.to, 303);
}
