import { useEffect, useRef, useState } from "react";

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
