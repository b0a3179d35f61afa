import { expect, test, describe } from "vitest";
import { calendarOf, dateFormatter, dayFormatter, monthStart, timeZoneFromCookie, relativeTime } from "./dates.ts";

const evening = new Date("2026-11-20T19:14:00Z");

test("formats short month, day, year, hour and minute in the given time zone", () => {
  expect(dateFormatter("Africa/Lagos")(evening)).toBe("Nov 20, 2026, 8:14 PM");
  expect(dateFormatter("Asia/Tokyo")(evening)).toBe("Nov 21, 2026, 4:14 AM");
});

test("formats the day alone where the time does not matter", () => {
  expect(dayFormatter("Africa/Lagos")(evening)).toBe("Nov 20, 2026");
  expect(dayFormatter("Asia/Tokyo")(evening)).toBe("Nov 21, 2026");
});

test("names the day and the 24-hour clock in the visitor's zone", () => {
  const { moment, day, clock } = calendarOf("Africa/Lagos", new Date("2026-11-22T23:30:00Z"));
  expect(moment(new Date("2026-11-22T23:05:00Z"))).toBe("Today, 00:05");
  expect(moment(new Date("2026-11-22T22:59:00Z"))).toBe("Yesterday, 23:59");
  expect(moment(new Date("2026-11-21T15:56:00Z"))).toBe("21 Nov, 16:56");
  expect(day(new Date("2025-11-22T15:56:00Z"))).toBe("22 Nov 2025");
  expect(clock(evening)).toBe("20:14");
});

test("uses only plain spaces, whatever ICU puts before AM and PM", () => {
  expect(dateFormatter("UTC")(evening)).toMatch(/^[\x20-\x7e]+$/);
});

test("formats each zone independently, however many zones are requested", () => {
  const midnight = new Date("2026-11-20T23:30:00Z");
  const lagos = () => dateFormatter("Africa/Lagos")(midnight);
  expect(lagos()).toBe("Nov 21, 2026, 12:30 AM");
  expect(dateFormatter("America/New_York")(midnight)).toBe("Nov 20, 2026, 6:30 PM");
  for (const zone of Intl.supportedValuesOf("timeZone")) dayFormatter(zone);
  expect(lagos()).toBe("Nov 21, 2026, 12:30 AM");
});

describe("time zones", () => {
  test.each([
    ["tz=Asia%2FTokyo", "Asia/Tokyo"],
    ["tz=Asia/Tokyo", "Asia/Tokyo"],
    ["a=1; tz=America%2FNew_York; b=2", "America/New_York"],
  ])("reads the zone %s from the cookie", (cookie, zone) => {
    expect(timeZoneFromCookie(cookie)).toBe(zone);
  });

  test.each([
    null,
    "",
    "tz=",
    "other=Asia/Tokyo",
    "xtz=Asia/Tokyo",
    "tz=Mars/Olympus",
    "tz=%E0%A4%A",
    "tz='; drop table profiles; --",
    `tz=${"A".repeat(5000)}`,
  ])("falls back to Lagos for the cookie %s", (cookie) => {
    expect(timeZoneFromCookie(cookie)).toBe("Africa/Lagos");
  });
});

describe("monthStart", () => {
  test.each([
    ["2026-11-20T20:00:00Z", "Africa/Lagos", "2026-10-31T23:00:00.000Z"],
    // Already December in Tokyo, still November in Lagos.
    ["2026-11-30T16:00:00Z", "Asia/Tokyo", "2026-11-30T15:00:00.000Z"],
    ["2026-11-30T16:00:00Z", "Africa/Lagos", "2026-10-31T23:00:00.000Z"],
    // New York's clocks went forward on March 8: the month began at UTC-5, now is UTC-4.
    ["2026-03-20T12:00:00Z", "America/New_York", "2026-03-01T05:00:00.000Z"],
    // The year turns with the month.
    ["2026-12-31T23:30:00Z", "Africa/Lagos", "2026-12-31T23:00:00.000Z"],
    ["2027-01-01T00:30:00.250Z", "America/St_Johns", "2026-12-01T03:30:00.000Z"],
    ["2026-11-01T00:00:00.000Z", "UTC", "2026-11-01T00:00:00.000Z"],
  ])("computes, at %s in %s, the month's start %s", (now, zone, start) => {
    expect(monthStart(new Date(now), zone).toISOString()).toBe(start);
  });
});

const now = new Date("2026-11-20T20:00:00Z");
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, "Just now"],
  [59 * second, "Just now"],
  [minute, "1 minute ago"],
  [2 * minute - 1, "1 minute ago"],
  [59 * minute, "59 minutes ago"],
  [hour, "1 hour ago"],
  [23 * hour + 59 * minute, "23 hours ago"],
  [day, "1 day ago"],
  [400 * day, "400 days ago"],
])("shows %i ms ago as %s", (passed, words) => {
  expect(relativeTime(new Date(now.getTime() - passed), now)).toBe(words);
});

test("shows a moment in the future as Just now", () => {
  expect(relativeTime(new Date(now.getTime() + hour), now)).toBe("Just now");
});
