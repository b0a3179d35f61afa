import { useEffect, useRef } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import { refusedShare } from "../../pwa/share-address.ts";
import type { loader as rootLoader } from "../../root.tsx";
import type * as Taking from "./take-shared-photos.ts";

interface Shared {
  taking: typeof Taking;
  /** The page's parameter: empty, or a problem. */
  shared: string;
  member: string;
}

/** Takes photos that another app shared (`?shared`), once. Calls `left` when the address has lost the parameter. */
export function useShared(take: (shared: Shared) => void, left?: () => void) {
  const [query] = useSearchParams();
  const shared = query.get("shared");
  const member = useRouteLoaderData<typeof rootLoader>("root")?.memberKey;
  const phase = useRef<"no" | "begun" | "over">("no");
  useEffect(() => {
    if (shared !== null && shared !== refusedShare && member && phase.current === "no") {
      phase.current = "begun";
      // Only shared pages load this module.
      void import("./take-shared-photos.ts").then((taking) => take({ taking, shared, member }));
    }
    if (shared === null && phase.current === "begun") {
      phase.current = "over";
      left?.();
    }
  });
}
