const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Whole units (docs/product/specification.md, "Dashboard"); "Just now" for the future. */
export function relativeTime(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  if (passed < minute) return "Just now";
  if (passed < hour) return ago(Math.floor(passed / minute), "minute");
  if (passed < day) return ago(Math.floor(passed / hour), "hour");
  return ago(Math.floor(passed / day), "day");
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;
