import { defaultTimeZone } from "../brand.ts";

/**
 * US English: "Nov 20, 2026, 8:14 PM". Call it in loaders: ICU versions differ in the space before
 * AM and PM, which would break hydration.
 */
export function dateFormatter(timeZone: string): (date: Date) => string {
  const format = cachedFormat("short", timeZone);
  return (date) => format.format(date).replace(/[\u00a0\u202f]/g, " ");
}

export function dayFormatter(timeZone: string): (date: Date) => string {
  const format = cachedFormat(undefined, timeZone);
  return (date) => format.format(date);
}

export interface Calendar {
  /** "Today", "Yesterday", "22 Nov", "22 Nov 2025". */
  day: (date: Date) => string;
  /** "22 Nov", "22 Nov 2025". */
  date: (date: Date) => string;
  /** "16:56". */
  clock: (date: Date) => string;
  /** "Today, 16:56". */
  moment: (date: Date) => string;
}

/** Days and the 24-hour clock of a zone, seen from `now`. Call it in loaders, since ICU differs. */
export function calendarOf(timeZone: string, now: Date): Calendar {
  const [dayOfMonth, time] = calendarFormats(timeZone);
  const today = wallClock(now, timeZone);
  const dayNumber = ({ year, month, day }: typeof today) => Date.UTC(year, month - 1, day) / day24;
  const date = (moment: Date) => {
    const { year } = wallClock(moment, timeZone);
    return year === today.year ? dayOfMonth.format(moment) : `${dayOfMonth.format(moment)} ${year}`;
  };
  const day = (moment: Date) => {
    const age = dayNumber(today) - dayNumber(wallClock(moment, timeZone));
    return age === 0 ? "Today" : age === 1 ? "Yesterday" : date(moment);
  };
  const clock = (moment: Date) => time.format(moment);
  return { day, date, clock, moment: (moment) => `${day(moment)}, ${clock(moment)}` };
}

/** Bounds the memory against clients that send many zones. */
const maxFormats = 30;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter takes 0.4 ms and 27 kB, and almost all members share one zone. */
function cachedFormat(timeStyle: "short" | undefined, timeZone: string): Intl.DateTimeFormat {
  const key = `${timeStyle} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle, timeZone });
  if (formats.size >= maxFormats && !formats.has(key)) formats.clear();
  formats.set(key, format);
  return format;
}

const calendars = new Map<string, [Intl.DateTimeFormat, Intl.DateTimeFormat]>();

function calendarFormats(timeZone: string): [Intl.DateTimeFormat, Intl.DateTimeFormat] {
  const cached = calendars.get(timeZone) ?? [
    new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" }),
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  ];
  if (calendars.size >= maxFormats && !calendars.has(timeZone)) calendars.clear();
  calendars.set(timeZone, cached);
  return cached;
}

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

const minute = 60_000;
const hour = 60 * minute;
const day24 = 24 * hour;

/** Whole units (docs/product/specification.md, "Dashboard"); "Just now" for the future. */
export function relativeTime(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  if (passed < minute) return "Just now";
  if (passed < hour) return ago(Math.floor(passed / minute), "minute");
  if (passed < day24) return ago(Math.floor(passed / hour), "hour");
  return ago(Math.floor(passed / day24), "day");
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;
