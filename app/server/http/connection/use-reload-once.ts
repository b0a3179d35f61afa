import { useEffect } from "react";
import { isStaleChunk, mayReload } from "./stale-chunk.ts";

/** React Router reloads for route modules and its manifest; this covers every other script. */
export function useReloadOnce(error: unknown) {
  useEffect(() => {
    if (!isStaleChunk(error)) return;
    const answers = () => fetch("/healthz", { method: "HEAD", cache: "no-store" });
    void mayReload(error.message, sessionStorage, answers).then((may) => may && location.reload());
  }, [error]);
}
