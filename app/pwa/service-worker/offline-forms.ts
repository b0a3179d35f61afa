import { offlineFormsStore } from "../offline-forms/offline-forms-store.ts";
import { sendingLock, sendOfflineForms } from "../offline-forms/send-offline-forms.ts";
import { offlineFormsChannel } from "../worker-messages.ts";
import { worker } from "./worker-scope.ts";

const store = offlineFormsStore();

export function sendFormsOnSync() {
  worker.addEventListener("sync", (event) => {
    if (event.tag === sendingLock) event.waitUntil(send());
  });
}

/** An expired session keeps its forms, since the member may sign in again. */
export const forgetFormsOfOthers = async (member: string | null): Promise<void> => {
  if (member !== null) await store.forget(member);
};

export const forgetForms = () => store.forget(null);

export const forgetOldForms = () => store.all();

async function send() {
  const halt = await navigator.locks.request(sendingLock, () => sendOfflineForms(store, fetch));
  const channel = new BroadcastChannel(offlineFormsChannel);
  channel.postMessage(null);
  channel.close();
  if (halt === "no-line") throw new Error("The line was lost again.");
}
