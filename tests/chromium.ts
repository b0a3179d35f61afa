import { existsSync } from "node:fs";

const full = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
/** Draws only pages: a full Chromium also draws a window, for a second of CPU in every browser context. */
const shell = "/usr/bin/chromium-headless-shell";

/** The Chromium to drive: CHROMIUM_PATH, the system's, or undefined for Playwright's own. */
export const chromiumPath = () => process.env["CHROMIUM_PATH"] ?? [shell, ...full].find((place) => existsSync(place));

/** A Chromium with windows, for an installed app; undefined as above. */
export const windowedChromiumPath = () => full.find((place) => existsSync(place));
