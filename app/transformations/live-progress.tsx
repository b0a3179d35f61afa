import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

interface Known {
  id: string;
  status: string;
  progress: number;
  before?: number | null;
}

/** Polls while an entry is processing and the page is visible; revalidates the page only when one has changed. */
export function useLiveProgress(entries: readonly Known[], pollEveryMs = 3_000): void {
  const { revalidate, state } = useRevalidator();
  const running = JSON.stringify(
    entries
      .filter((entry) => entry.status === "processing")
      .map(({ id, progress, before }) => ({ id, progress, before })),
  );
  useEffect(() => {
    if (running === "[]" || state !== "idle") return;
    const known = JSON.parse(running) as Omit<Known, "status">[];
    const stop = new AbortController();
    let waiting: ReturnType<typeof setTimeout>;
    const poll = async () => {
      const visible = document.visibilityState === "visible";
      const moved = visible ? await Promise.all(known.map((entry) => hasMoved(entry, stop.signal))) : [];
      if (stop.signal.aborted) return;
      if (moved.includes(true)) void revalidate();
      else waiting = setTimeout(poll, pollEveryMs);
    };
    waiting = setTimeout(poll, pollEveryMs);
    return () => {
      stop.abort();
      clearTimeout(waiting);
    };
  }, [running, state, revalidate, pollEveryMs]);
}

async function hasMoved({ id, progress, before }: Omit<Known, "status">, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`/api/transformations/${id}`, { signal });
    // The page itself shows that the session has ended.
    if (!response.ok) return response.status === 401;
    const now = (await response.json()) as Omit<Known, "id">;
    const ahead = before !== undefined && before !== (now.before ?? null);
    return ahead || now.status !== "processing" || now.progress !== progress;
  } catch {
    return false;
  }
}

/** Without scripts the page refreshes itself, and a link does the same (WCAG 2.2.1). */
export function NoScriptRefresh({ href, seconds = 10 }: { href: string; seconds?: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
      <p className="text-sm text-ink-2">
        This page refreshes itself every {seconds} seconds.{" "}
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href={href}>
          Refresh now
        </a>
      </p>
    </noscript>
  );
}

/** A polite live region for a text that changes often; at most one announcement in `everyMs`, always of the latest. */
export function Announcement({ text, everyMs }: { text: string; everyMs: number }) {
  const [announced, announce] = useState(text);
  const last = useRef(0);
  useEffect(() => {
    if (announced === text) return;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        announce(text);
      },
      Math.max(0, last.current + everyMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [announced, text, everyMs]);
  return (
    <p className="sr-only" role="status">
      {announced}
    </p>
  );
}
