import { redirect } from "react-router";
import { withNext } from "../account/with-next.ts";
import { flashContext } from "../http/flash.server.ts";
import { waitMessage } from "../http/rate-limits.ts";
import { photoProblemMessages } from "../photos/photo-problems.ts";
import { readUpload } from "../photos/read-upload.server.ts";
import { uploadSlots, uploadWait } from "../photos/upload-slots.server.ts";
import { identitySessionContext, servicesContext } from "../services.ts";
import { stepUrl } from "./steps.ts";
import { surpriseMe } from "./surprise-me/surprise-me.ts";
import { takePhoto } from "./take-photo.server.ts";
import type { Route } from "./+types/share-photo.route";

/** Typed into the address bar, it leads to where a photo can be chosen. */
export function loader() {
  return redirect(surpriseMe.path);
}

/**
 * `POST /share-photo`: a photo another app on the device shares with the installed one (the manifest's share target), on
 * a device whose service worker did not take it. It becomes a draft of Surprise Me. A visitor's cannot be kept.
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
  const slot = uploadSlots.take(member.id);
  if (!slot) return refuse(uploadWait.message);
  const taken = await readUpload(request, "photo")
    .then((reading) =>
      takePhoto(services, { memberId: member.id, tool: surpriseMe, draftId: null, reading, begin: {} }),
    )
    .finally(slot.free);
  if (!taken.ok) return refuse(photoProblemMessages[taken.problem]);
  return redirect(stepUrl(surpriseMe, taken.draftId, taken.step), 303);
}
