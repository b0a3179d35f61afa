import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./tests/chromium.ts";

/** On hosted services the same cores carry two processes of the product, PostgreSQL and a server for each service too. */
const hosted = process.env["HOSTED"] === "1";
const patience = hosted ? 2 : 1;

/**
 * Playwright's own list (1.65, chromiumSwitches), which a second switch of this name replaces, and Chromium's drawing of its
 * own windows beforehand: headless it is never seen, and takes a process and a second of the processor for each context.
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

/** Journeys through the built product in a real browser; each worker runs a server of its own on a fresh data folder. */
export default defineConfig({
  testDir: "tests/journeys",
  // The PostgreSQL of the products that run on hosted services.
  ...(hosted ? { globalSetup: "./tests/database/throw-away-postgres.ts" } : {}),
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  fullyParallel: false,
  // A journey waits for most of its time: three keep the two cores of CI's machine busy.
  workers: hosted ? 2 : 3,
  forbidOnly: Boolean(process.env["CI"]),
  // In CI two cores carry browsers, servers and the engine at once; the summary names what passed on its second try as flaky.
  retries: process.env["CI"] ? 1 : 0,
  timeout: patience * 90_000,
  expect: {
    timeout: patience * 15_000,
    // Nothing more and nothing less than what was looked at.
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
    // What is about the service worker allows it; elsewhere every context would install one.
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
