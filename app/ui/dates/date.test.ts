import { expect, test } from "vitest";
import { dateFormatter, dayFormatter } from "./date.ts";

const evening = new Date("2026-11-20T19:14:00Z");

test("formats short month, day, year, hour and minute in the given time zone", () => {
  expect(dateFormatter("Africa/Lagos")(evening)).toBe("Nov 20, 2026, 8:14 PM");
  expect(dateFormatter("Asia/Tokyo")(evening)).toBe("Nov 21, 2026, 4:14 AM");
});

test("formats the day alone where the time does not matter", () => {
  expect(dayFormatter("Africa/Lagos")(evening)).toBe("Nov 20, 2026");
  expect(dayFormatter("Asia/Tokyo")(evening)).toBe("Nov 21, 2026");
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
