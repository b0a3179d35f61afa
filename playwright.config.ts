import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./tests/chromium.ts";

/** With hosted services the same cores also run a second product process, PostgreSQL and a server for each service. */
const hosted = process.env["HOSTED"] === "1";
const patience = hosted ? 2 : 1;

/**
 * Playwright's own list (1.65, chromiumSwitches), which a second switch of this name replaces, and Chromium's preload
 * of its own windows: headless mode never shows them, and they take a process and a second of CPU per context.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  "PreloadTopChromeWebUI",
  "PreloadTopChromeWebUILessNavigations",
];

/** Journeys through the built product in a real browser. Each worker runs its own server on a fresh data folder. */
export default defineConfig({
  testDir: "tests/journeys",
  // Starts PostgreSQL for the products on hosted services.
  ...(hosted ? { globalSetup: "./tests/database/throw-away-postgres.ts" } : {}),
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  fullyParallel: false,
  // Journeys mostly wait: three workers keep CI's two cores busy.
  workers: hosted ? 2 : 3,
  forbidOnly: Boolean(process.env["CI"]),
  // In CI two cores run browsers, servers and the engine at once. The summary lists a successful retry as flaky.
  retries: process.env["CI"] ? 1 : 0,
  timeout: patience * 180_000,
  expect: {
    timeout: patience * 15_000,
    // A snapshot must match all children, not only some.
    toMatchAriaSnapshot: { children: "deep-equal" },
  },
  reporter: [
    [process.env["CI"] ? "dot" : "list"],
    ["json", { outputFile: `node_modules/.cache/test-counts/journeys${hosted ? "-hosted" : ""}.json` }],
  ],
  use: {
    browserName: "chromium",
    viewport: { width: 360, height: 740 },
    locale: "en-US",
    timezoneId: "Africa/Lagos",
    // Journeys of the service worker allow it; otherwise every context would install one.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        `--disable-features=${disabledFeatures.join(",")}`,
      ],
    },
  },
  projects: [
    { name: "with JavaScript", testIgnore: /\.nojs\.spec\.ts$/ },
    {
      name: "without JavaScript",
      testMatch: /(\.nojs|\.all)\.spec\.ts$/,
      use: { javaScriptEnabled: false },
    },
  ],
});
