import { useEffect, useRef } from "react";

/**
 * Calls `then` once what a fetcher sent was answered by a redirect, and the page it led to stands: a fetcher then
 * keeps the data it had before.
 */
export function useRedirected({ state, data }: { state: string; data: unknown }, then: () => void): void {
  const sent = useRef<{ over: unknown } | null>(null);
  useEffect(() => {
    if (state !== "idle") {
      sent.current ??= { over: data };
      return;
    }
    const redirected = sent.current?.over === data;
    if (sent.current && redirected) then();
    sent.current = null;
  });
}
