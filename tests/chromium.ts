import { existsSync } from "node:fs";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** The Chromium to drive: CHROMIUM_PATH, the system's, or undefined for Playwright's own. */
export function chromiumPath(): string | undefined {
  return process.env["CHROMIUM_PATH"] ?? places.find((place) => existsSync(place));
}
