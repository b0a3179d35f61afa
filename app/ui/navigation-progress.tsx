import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** ms; slower navigations are announced. */
const slowMs = 1_000;

/** Shows that a navigation is pending. */
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
