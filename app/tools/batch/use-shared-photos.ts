import { useEffect, useRef } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import { refusedShare } from "../../pwa/share-address.ts";
import type { loader as rootLoader } from "../../root.tsx";

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
    const taking = import("../drafts/take-shared-photos.ts");
    void taking.then(({ takeSharedPhotos }) => takeSharedPhotos(member, choose));
  }, [shared, member, choose]);
}
