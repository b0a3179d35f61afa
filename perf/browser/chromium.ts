import { existsSync } from "node:fs";
import { chromium, type Browser } from "@playwright/test";

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
