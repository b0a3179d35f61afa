import { useEffect, useRef } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import { refusedShare } from "../../pwa/share-address.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { showToast } from "../../ui/toasts/toast-store.ts";

/** Takes the photo that another app shared (`?shared`). It stays on the device until it is uploaded. */
export function useSharedPhoto(choose: (file: File) => Promise<boolean>) {
  const [query] = useSearchParams();
  const shared = query.get("shared");
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  const phase = useRef<"no" | "begun" | "announced">("no");
  useEffect(() => {
    if (shared !== null && shared !== refusedShare && member && phase.current === "no") {
      phase.current = "begun";
      const taking = import("../drafts/take-shared-photos.ts");
      void taking.then(({ takeSharedPhoto }) => takeSharedPhoto(shared, member, choose));
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
