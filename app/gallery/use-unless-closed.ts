import { useState } from "react";

/** Drops the value once its dialog is closed. */
export function useUnlessClosed<T>(latest: T | undefined) {
  const [closedOn, setClosedOn] = useState<T>();
  return { answer: latest === closedOn ? undefined : latest, close: () => setClosedOn(latest) };
}
