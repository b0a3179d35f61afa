import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { choosePhoto, expect, test } from "./product.ts";
import { settled } from "./settled.ts";

test("axe finds no violations on any tool's steps, errors, result and dialog", async ({
  page,
  product,
  member: _member,
}) => {
  test.slow();
  const { portrait } = await photoFixtures();
  const choose = (name: RegExp) => page.getByRole("radio", { name }).check();
  const goOn = () => page.getByRole("button", { name: "Continue" }).click();
  await page.goto(`${product.url}/transform`);
  await choosePhoto(page, portrait);
  await expectAccessible(page);
  await goOn();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page);
  await choose(/^Describe/);
  await page.locator("summary", { hasText: "Draw a box" }).click();
  await expectAccessible(page);
  await choose(/^Studio/);
  await goOn();
  await expectAccessible(page);
  await choose(/^Elegant Gray/);
  await goOn();
  await expectAccessible(page);
  await choose(/^Business/);
  await goOn();
  await choose(/^Female/);
  await expectAccessible(page);
  await choose(/^Describe/);
  await page.getByLabel("Describe the pose").fill("tall");
  await goOn();
  await choose(/^Close-up/);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Transform Photo/ }).click();
  await page.waitForURL("**?job=*");
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 60_000 });
  const result = page.url();
  await page.getByRole("link", { name: /^Generate More Angles/ }).click();
  await settled(page, "dialog[open]");
  await expectAccessible(page);

  await page.goto(`${product.url}/pixel-art`);
  await choosePhoto(page, portrait);
  await expect(page.getByText("Choose a style")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${product.url}/background-engine`);
  await choosePhoto(page, portrait);
  await choose(/^Replace/);
  await choose(/^Studio Backdrop/);
  await choose(/^Custom/);
  await page.getByLabel("Backdrop colour", { exact: true }).fill("none");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Crop or rotate" }).click();
  await page.getByRole("radio", { name: "Free" }).check();
  await page.getByLabel("Width").fill("40");
  await page.getByRole("button", { name: "Use this photo" }).last().click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page);

  await page.goto(result);
  await page.getByRole("link", { name: /^Generate More Angles/ }).click();
  await page.getByRole("button", { name: "Front", exact: true }).click();
  await expect(page.getByRole("button", { name: "Generating Front..." })).toBeVisible();
  await expectAccessible(page);
});
