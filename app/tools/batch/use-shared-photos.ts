import { useEffect, useRef } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import { refusedShare } from "../../pwa/share-address.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { showToast } from "../../ui/toasts/toast.tsx";

/**
 * Takes the photos that another app shared (`?shared`). They stay on the device until all are uploaded; the server
 * recognises repeats.
 */
export function useSharedPhotos(choose: (files: File[]) => void, sending: number) {
  const [query] = useSearchParams();
  const shared = query.get("shared");
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  const phase = useRef<"no" | "begun" | "sending">("no");
  useEffect(() => {
    if (shared === null || shared === refusedShare || !member || phase.current !== "no") return;
    phase.current = "begun";
    void waiting(member).then((files) => {
      if (files.length) return choose(files);
      const text = "They are no longer on this device. Please choose them here.";
      showToast({ kind: "error", title: "The shared photos are gone", text });
    });
  }, [shared, member, choose]);
  useEffect(() => {
    if (phase.current === "begun" && sending) phase.current = "sending";
    if (phase.current !== "sending" || sending) return;
    phase.current = "no";
    void store().then(({ forgetSharedPhoto }) => forgetSharedPhoto());
    const address = new URL(window.location.href);
    address.searchParams.delete("shared");
    window.history.replaceState(window.history.state, "", address);
  }, [sending]);
}

// Only shared pages load it.
const store = () => import("../../pwa/shared-photo.ts");
const waiting = async (member: string) =>
  "caches" in window ? (await store()).sharedPhotosFor(member).catch(() => []) : [];
