import { useState } from "react";

/** An answer until what shows it is closed: opened again, it begins afresh. */
export function useUnlessClosed<T>(latest: T | undefined) {
  const [closedOn, setClosedOn] = useState<T>();
  return { answer: latest === closedOn ? undefined : latest, close: () => setClosedOn(latest) };
}
