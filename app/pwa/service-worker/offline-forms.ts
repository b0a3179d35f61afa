import { offlineFormsStore } from "../offline-forms/offline-forms-store.ts";
import { sendingLock, sendOfflineForms } from "../offline-forms/send-offline-forms.ts";
import { keptFormsChannel } from "../worker-messages.ts";
import { worker } from "./worker-scope.ts";

const store = offlineFormsStore();

/** Sends the forms that wait, should the browser find the line back when no page of ours is open. */
export function sendFormsOnSync() {
  worker.addEventListener("sync", (event) => {
    if (event.tag === sendingLock) event.waitUntil(send());
  });
}

/** Another member's forms go when theirs come. A session that merely ended may still be taken up again. */
export const forgetFormsOfOthers = async (member: string | null): Promise<void> => {
  if (member !== null) await store.forget(member);
};

/** Somebody signs out. */
export const forgetForms = () => store.forget(null);

/** A day later they go, whether or not a member comes by. */
export const forgetOldForms = () => store.all();

async function send() {
  const halt = await navigator.locks.request(sendingLock, () => sendOfflineForms(store, fetch));
  const channel = new BroadcastChannel(keptFormsChannel);
  channel.postMessage(null);
  channel.close();
  // Rejected, the browser tries again later.
  if (halt === "no-line") throw new Error("The line was lost again.");
}
