import { defaultTimeZone } from "../../brand.ts";

/** An IANA name from the `tz` cookie; unknown zones fall back, since clients can send anything. */
export function timeZoneFromCookie(cookieHeader: string | null): string {
  const value = /(?:^|;\s*)tz=([^;\s]{1,100})/.exec(cookieHeader ?? "")?.[1];
  if (!value) return defaultTimeZone;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: decodeURIComponent(value) }).resolvedOptions().timeZone;
  } catch {
    return defaultTimeZone;
  }
}

export function monthStart(now: Date, timeZone: string): Date {
  const { year, month } = wallClock(now, timeZone);
  const midnight = Date.UTC(year, month - 1, 1);
  // The offset at the month's start, since daylight saving may have changed.
  const first = midnight - offset(new Date(midnight), timeZone);
  return new Date(midnight - offset(new Date(first), timeZone));
}

/** The zone's offset from UTC in ms. */
function offset(moment: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(moment, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment.getTime() / 1000) * 1000;
}

function wallClock(moment: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}
