import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { buyPackage } from "./buy-package.ts";
import { expectStructure, isDrawn } from "./expect-structure.ts";
import { fillGallery } from "./fill-gallery.ts";
import {
  choosePhoto,
  confirm,
  expect,
  message,
  newAccount,
  type Product,
  register,
  test,
  tapOption,
} from "./product.ts";

async function structures(page: Page, product: Product, pages: Record<string, string>) {
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(product.url + path);
    await expectStructure(page.getByRole("main"), name);
  }
}

test("signed-out pages keep their accessible names and structure", async ({ page, product }) => {
  await structures(page, product, {
    landing: "/",
    mobile: "/mobile",
    try: "/try",
    login: "/login",
    register: "/register",
    "social-login": "/social-login",
    "verify-email": "/verify-email",
    "forgot-password": "/forgot-password",
    "reset-password": "/reset-password",
    confirm: "/auth/confirm?token_hash=none&type=email",
    "confirm-recovery": "/auth/confirm?token_hash=none&type=recovery",
    "confirm-incomplete": "/auth/confirm",
    terms: "/terms",
    privacy: "/privacy",
    support: "/support",
    offline: "/offline",
    "not-found": "/nowhere",
  });
  await page.goto(product.url);
  await page.locator("summary[aria-label=Menu]").click();
  await expectStructure(page.getByRole("banner"), "visitor-navigation");
  await expectStructure(page.getByRole("contentinfo"), "footer");
  await page.goto(`${product.url}/register`);
  await page.getByRole("button", { name: "Create account" }).click();
  await expectStructure(page.getByRole("main"), "register-failed");

  const account = newAccount();
  await register(page, product, account);
  await expectStructure(page.getByRole("main"), "verify-email-sent");
  if (!product.hosted) {
    await page.goto(`${product.url}/mailbox`);
    await expectStructure(page.getByRole("main").getByRole("listitem").first(), "mailbox-mail");
  }
  await confirm(page, product, account);
  await expectStructure(page.getByRole("status").filter({ hasText: "is confirmed" }), "toast");
  await page.goto(`${product.url}/reset-password`);
  await expectStructure(page.getByRole("main"), "new-password");
});

test("member pages keep their accessible names and structure", async ({ page, product, member }) => {
  await expectStructure(page.getByRole("main"), "dashboard-empty");
  await page.locator("summary[aria-label=Menu]").click();
  await expectStructure(page.getByRole("banner"), "member-navigation");
  await structures(page, product, {
    "gallery-empty": "/gallery",
    "shares-empty": "/shares",
    settings: "/settings",
    "delete-account": "/settings/delete-account",
    "buy-gems": "/buy-coins?currency=NGN",
  });
  await buyPackage(page, product, "starter");
  await expectStructure(page.getByRole("main"), "receipt");
  await page.goto(`${product.url}/settings?tab=history`);
  await expectStructure(page.getByRole("main"), "settings-history");
  await page.goto(`${product.url}/buy-coins?currency=NGN`);
  await page.getByRole("button", { name: "Pay ₦1,000" }).click();
  await product.reachedCheckout(page);
  if (!product.hosted) await expectStructure(page.getByRole("main"), "sandbox-checkout");
  await page.getByRole("button", { name: "Leave pending" }).click();
  await page.waitForURL("**/buy-coins/return?**");
  await expectStructure(page.getByRole("main"), "purchase-pending");

  await fillGallery(product, member.email, [
    { name: "Owambe" },
    { name: "At work", status: "processing" },
    { name: "Failed", status: "failed" },
    { name: "Picture gone", tool: "background-engine", picture: "none" },
  ]);
  await structures(page, product, {
    dashboard: "/dashboard",
    "gallery-nothing-found": "/gallery?q=nobody&tool=art-style",
    "gallery-grid": "/gallery?view=grid",
    "gallery-list": "/gallery?view=list",
  });
  await page.goto(`${product.url}/gallery`);
  const main = page.getByRole("main");
  const addressOf = async (name: string) => `${await main.getByRole("link", { name }).first().getAttribute("href")}`;
  const [work, result, deleting] = [
    await addressOf("View At work"),
    await addressOf("View Owambe"),
    await addressOf("Delete Owambe"),
  ];
  await structures(page, product, {
    processing: work,
    "delete-transformation": deleting,
    "rename-transformation": deleting.replace("/delete", "/rename"),
    result,
  });
  await page.goto(product.url + result);
  // Without React the link opens a page instead of the dialog.
  await page.waitForFunction(isDrawn);
  await main.getByRole("link", { name: "Delete" }).click();
  await expectStructure(page.getByRole("dialog"), "delete-dialog");
  await page.keyboard.press("Escape");
  await main.getByRole("button", { name: "Share Link" }).click();
  await main.getByRole("switch", { name: "Show the original photo too" }).click();
  await expect(main.getByRole("switch")).toBeChecked();
  const shared = new URL(await main.getByLabel("Share link").inputValue()).pathname;
  await expectStructure(main, "result-shared");
  await page.goto(`${product.url}/shares`);
  await expectStructure(main, "shares");
  await page.context().clearCookies();
  await structures(page, product, {
    "shared-picture": shared,
    report: `${shared}/report`,
    "report-sent": `${shared}/report?sent`,
  });
});

test("tools keep their accessible names and structure at every step @long", async ({
  page,
  product,
  member: _member,
}) => {
  const { portrait } = await photoFixtures();
  const main = page.getByRole("main");
  const begin = async (path: string) => {
    await page.goto(product.url + path);
    await expectStructure(main, `${path.slice(1)}-upload`);
    await choosePhoto(page, portrait);
    await expect(page.getByText(/, ready$/).first()).toBeAttached();
  };
  const choose = (name: RegExp) => page.getByRole("radio", { name }).check();
  await begin("/transform");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(message(page)).toBeFocused();
  await expectStructure(main, "transform-background-missing");
  await tapOption(page, /^Outdoor/);
  await expectStructure(main, "transform-template");
  await tapOption(page, /^Beach Sunset/);
  await expectStructure(main, "transform-camera-angle");
  await page.getByRole("button", { name: /^Transform Photo/ }).click();
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  await expectStructure(main, "transform-result");
  await page.getByRole("link", { name: /^Generate More Angles/ }).click();
  await expectStructure(page.getByRole("dialog"), "angles-dialog");

  await begin("/pixel-art");
  await expectStructure(main, "pixel-art-style");
  await begin("/background-engine");
  await choose(/^Replace/);
  await choose(/^Studio Backdrop/);
  await choose(/^Custom/);
  await page.locator("summary", { hasText: "Draw a box" }).click();
  await expectStructure(main, "background-engine-settings");
  await begin("/surprise-me");
  await expectStructure(main, "surprise-me-ready");
  await page.getByRole("link", { name: "Crop or rotate" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Crop or rotate");
  await page.getByRole("radio", { name: "Free" }).check();
  await expectStructure(main, "adjust");
});
