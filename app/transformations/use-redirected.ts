import { useEffect, useRef } from "react";

/** Calls `then` once a fetcher's redirect was followed; the fetcher then keeps its earlier data. */
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
