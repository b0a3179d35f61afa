import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { choosePhoto, expect, test } from "./product.ts";

const publicPages = [
  "/",
  "/mobile",
  "/login",
  "/register",
  "/social-login",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/auth/confirm?token_hash=none&type=email",
  "/terms",
  "/privacy",
  "/mailbox",
  "/nowhere",
];
const memberPages = [
  "/dashboard",
  "/gallery",
  "/gallery?view=list",
  "/surprise-me",
  "/buy-coins",
  "/settings",
  "/settings?tab=history",
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    for (const path of publicPages) {
      test(`axe finds nothing on ${path}`, async ({ page, product }) => {
        await page.goto(product.url + path);
        await expectAccessible(page);
      });
    }

    test("axe finds nothing on a failed registration and a failed login", async ({ page, product }) => {
      await page.goto(`${product.url}/register`);
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
      await page.goto(`${product.url}/login`);
      await page.getByRole("button", { name: "Login" }).click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
    });

    test("axe finds nothing on the signed-in pages, empty, at work and full", async ({ page, product, member }) => {
      expect(member.email).toContain("@");
      await expectAccessible(page);
      await page.locator("summary[aria-label='Menu']").click();
      await expectAccessible(page);
      for (const path of memberPages) {
        await page.goto(product.url + path);
        await expectAccessible(page);
      }
      const files = await photoFixtures();
      await page.goto(`${product.url}/surprise-me`);
      await choosePhoto(page, files.textNamedJpg);
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
      await choosePhoto(page, files.snapshot);
      await page.waitForURL("**?draft=*");
      await expectAccessible(page);
      await page.getByRole("button", { name: /Surprise Me/ }).click();
      await page.waitForURL("**?job=*");
      await expectAccessible(page);
      await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
      await expectAccessible(page);
      for (const path of ["/dashboard", "/gallery", "/gallery?view=list", "/settings?tab=history"]) {
        await page.goto(product.url + path);
        await expectAccessible(page);
      }
    });
  });
}
