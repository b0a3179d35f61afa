import { useEffect, useRef } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import { refusedShare, shareMessage } from "../../pwa/share-address.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { showToast } from "../../ui/toasts/toast-store.ts";
import { problemWith } from "./photo-upload.ts";

/** Takes the photo that another app shared (`?shared`). It stays on the device until it is uploaded. */
export function useSharedPhoto(choose: (file: File) => Promise<boolean>) {
  const [query] = useSearchParams();
  const shared = query.get("shared");
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  const phase = useRef<"no" | "begun" | "announced">("no");
  useEffect(() => {
    if (shared !== null && shared !== refusedShare && member && phase.current === "no") {
      phase.current = "begun";
      void takeShared(shared, member, choose);
    }
    // After the redirect to the draft's page, so that its flash does not replace this one.
    if (shared === null && phase.current === "begun") {
      phase.current = "announced";
      queueMicrotask(() =>
        showToast({ kind: "success", title: "Photo received", text: "The photo you shared is here." }),
      );
    }
  });
}

async function takeShared(shared: string, member: string, choose: (file: File) => Promise<boolean>) {
  const problem = shareMessage(shared);
  if (problem) return showToast({ kind: "error", title: "Invalid file", text: problem });
  // Only shared pages load it.
  const { forgetSharedPhoto, sharedPhotoFor } = await import("../../pwa/shared-photo.ts");
  const file = "caches" in window ? await sharedPhotoFor(member).catch(() => null) : null;
  if (!file) {
    const text = "It is no longer on this device. Please choose it here.";
    return showToast({ kind: "error", title: "The shared photo is gone", text });
  }
  if ((await choose(file)) || problemWith(file)) await forgetSharedPhoto();
}
