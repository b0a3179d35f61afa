import { shareMessage } from "../../pwa/share-address.ts";
import { forgetSharedPhoto, sharedPhotoFor, sharedPhotosFor } from "../../pwa/shared-photo.ts";
import { showToast } from "../../ui/toasts/toast.tsx";
import { problemWith } from "../wizard/photo-upload.ts";

/** `shared` is the page's parameter; `choose` resolves to true once the photo is uploaded. */
export async function takeSharedPhoto(shared: string, member: string, choose: (file: File) => Promise<boolean>) {
  const problem = shareMessage(shared);
  if (problem) return showToast({ kind: "error", title: "Invalid file", text: problem });
  const file = "caches" in window ? await sharedPhotoFor(member).catch(() => null) : null;
  if (!file) {
    const text = "It is no longer on this device. Please choose it here.";
    return showToast({ kind: "error", title: "The shared photo is missing", text });
  }
  if ((await choose(file)) || problemWith(file)) await forgetSharedPhoto();
}

/** `choose` resolves when no photo is uploading any more; it returns null when none was accepted. */
export async function takeSharedPhotos(member: string, choose: (files: File[]) => Promise<void> | null) {
  const files = "caches" in window ? await sharedPhotosFor(member).catch(() => []) : [];
  if (!files.length) {
    const text = "They are no longer on this device. Please choose them here.";
    return showToast({ kind: "error", title: "The shared photos are missing", text });
  }
  const sending = choose(files);
  if (!sending) return;
  await sending;
  const address = new URL(window.location.href);
  if (!address.searchParams.has("shared")) return;
  await forgetSharedPhoto();
  address.searchParams.delete("shared");
  window.history.replaceState(window.history.state, "", address);
}
