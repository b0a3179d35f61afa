import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];

/** CHROMIUM_PATH, the system's, or the one Playwright downloads. @throws with what to do when there is none. */
export async function launchChromium(): Promise<Browser> {
  const asked = process.env["CHROMIUM_PATH"];
  const executablePath = asked ?? [...places, chromium.executablePath()].find(existsSync);
  if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH, or run npx playwright install chromium");
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-extensions", ...quiet] });
}

/** A cheap phone of 360 × 740 points. "HeadlessChrome" in its name would make it a robot to the server. */
export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "en-GB",
  userAgent:
    "Mozilla/5.0 (Linux; Android 13; SM-A045F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};
