import { describe, expect, test } from "vitest";
import { monthStart, timeZoneFromCookie } from "./date-zone.ts";

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
