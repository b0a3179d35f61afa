import type { BrowserContextOptions } from "@playwright/test";

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
