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
      {moving ? <div className="moving" aria-hidden="true" /> : null}
      <p className="vh" role="status">
        {slow ? "Loading" : ""}
      </p>
    </>
  );
}
