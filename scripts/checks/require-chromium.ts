import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { chromiumPath } from "../chromium.ts";

/**
 * Makes sure that there is a browser for the journeys: CHROMIUM_PATH, the system's, Playwright's own, or, as root on
 * Debian, one installed now. @throws with one line that says what to do.
 */
export function requireChromium(): void {
  const path = chromiumPath();
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH is ${path}, where there is nothing.`);
  if (path || existsSync(chromium.executablePath())) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error("No Chromium was found: run `npx playwright install chromium`, or set CHROMIUM_PATH to one.");
  }
  console.log("Installing Chromium (apt-get install chromium) …");
  for (const args of [
    ["update", "-q"],
    ["install", "-y", "-q", "--no-install-recommends", "chromium"],
  ]) {
    const { status } = spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed: install Chromium, or set CHROMIUM_PATH to one.`);
  }
}
