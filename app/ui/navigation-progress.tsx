import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** After this a person may think that nothing happens, ms: then it is said too. */
const slowMs = 1_000;

/** That a tap was taken, at once and until the next page stands: over a bad line that is seconds later. */
export function NavigationProgress() {
  const moving = useNavigation().state !== "idle";
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!moving) return;
    const late = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(late);
      setSlow(false);
    };
  }, [moving]);
  return (
    <>
      {moving ? (
        <div
          className="pointer-events-none fixed inset-x-0 top-0 z-30 [border-top:3px_solid_var(--color-gem)] motion-safe:origin-left motion-safe:animate-move"
          aria-hidden="true"
        />
      ) : null}
      <p className="sr-only" role="status">
        {slow ? "Loading" : ""}
      </p>
    </>
  );
}
