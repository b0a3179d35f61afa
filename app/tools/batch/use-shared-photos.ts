import { useEffect, useRef } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import { refusedShare } from "../../pwa/share-address.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { showToast } from "../../ui/toasts/toast-store.ts";

/**
 * Takes the photos that another app shared (`?shared`). They stay on the device until all are uploaded; the server
 * recognises repeats.
 */
export function useSharedPhotos(choose: (files: File[]) => Promise<void> | null) {
  const [query] = useSearchParams();
  const shared = query.get("shared");
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  const begun = useRef(false);
  useEffect(() => {
    if (shared === null || shared === refusedShare || !member || begun.current) return;
    begun.current = true;
    void takeShared(member, choose);
  }, [shared, member, choose]);
}

async function takeShared(member: string, choose: (files: File[]) => Promise<void> | null) {
  // Only shared pages load it.
  const { forgetSharedPhoto, sharedPhotosFor } = await import("../../pwa/shared-photo.ts");
  const files = "caches" in window ? await sharedPhotosFor(member).catch(() => []) : [];
  if (!files.length) {
    const text = "They are no longer on this device. Please choose them here.";
    return showToast({ kind: "error", title: "The shared photos are gone", text });
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
