import { useEffect, useRef } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import { refusedShare, shareMessage } from "../../pwa/share-address.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { showToast } from "../../ui/toasts/toast.tsx";
import { type PhotoUpload, problemWith } from "./use-photo-upload.ts";

/** Takes the photo that another app shared (`?shared`). It stays on the device until it is uploaded. */
export function useSharedPhoto(choose: (file: File) => void, phase: PhotoUpload["phase"]) {
  const [query] = useSearchParams();
  const shared = query.get("shared");
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  const phaseRef = useRef<"no" | "begun" | "told">("no");
  useEffect(() => {
    if (shared !== null && shared !== refusedShare && member && phaseRef.current === "no") {
      phaseRef.current = "begun";
      void chooseShared(shared, member, choose);
    }
    // After the redirect to the draft's page, so that its flash does not replace this one.
    if (shared === null && phaseRef.current === "begun") {
      phaseRef.current = "told";
      queueMicrotask(() =>
        showToast({ kind: "success", title: "Photo received", text: "The photo you shared is here." }),
      );
    }
  });
  useEffect(() => {
    if (phase === "arrived" && phaseRef.current !== "no") void forget();
  }, [phase]);
}

// Only shared pages load it.
const store = () => import("../../pwa/shared-photo.ts");
const forget = async () => (await store()).forgetSharedPhoto();

async function chooseShared(shared: string, member: string, choose: (file: File) => void) {
  const problem = shareMessage(shared);
  if (problem) return showToast({ kind: "error", title: "Invalid file", text: problem });
  const file = "caches" in window ? await (await store()).sharedPhotoFor(member).catch(() => null) : null;
  if (!file) {
    const text = "It is no longer on this device. Please choose it here.";
    return showToast({ kind: "error", title: "The shared photo is gone", text });
  }
  choose(file);
  if (problemWith(file)) await forget();
}
