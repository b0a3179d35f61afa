import { useEffect } from "react";
import { isStaleChunk, mayReload } from "./stale-chunk.ts";

/**
 * After a deploy a page that stands open may ask for a script the server no longer has: it is loaded anew, once. React
 * Router does so itself where a route's own script is gone, and where its list of routes is another build's.
 */
export function useReloadOnce(error: unknown) {
  useEffect(() => {
    if (!isStaleChunk(error)) return;
    const answers = () => fetch("/healthz", { method: "HEAD", cache: "no-store" });
    void mayReload(error.message, sessionStorage, answers).then((may) => may && location.reload());
  }, [error]);
}
