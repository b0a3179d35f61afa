import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import sharp from "sharp";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, gems, message, tapOption, test } from "./product.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const radio = (page: Page, name: string | RegExp) => page.getByRole("radio", { name, exact: typeof name === "string" });
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const finished = (page: Page) =>
  expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });

/** Expects the page of the result with this name. */
const named = (page: Page, name: string) =>
  expect(page.getByRole("main").getByText(name, { exact: true }).first()).toBeVisible({ timeout: 120_000 });

/** Opens a tool's first step, with a photo. */
async function begin(page: Page, url: string) {
  await page.goto(url);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await page.waitForURL("**?draft=*&step=*");
}

/** Selects a choice, and without scripts sends it if it leads to another question. */
async function choose(page: Page, name: string | RegExp, brings: string) {
  await radio(page, name).check();
  if (!(await page.getByText(brings).first().isVisible())) await goOn(page);
}

test("a portrait asks what the image generator can do, and back, forward and reload preserve every choice", async ({
  page,
  product,
  member: _member,
}) => {
  const [of, last] = product.hosted ? [8, 6] : [6, 4];
  await begin(page, `${product.url}/transform`);
  await expect(heading(page)).toHaveText(`Step 2 of ${of}: Where should it be taken?`);
  await expect(page.locator("input[value=custom]")).toBeDisabled();
  await expect(page.getByText("Coming Soon")).toBeVisible();
  await goOn(page);
  await expect(message(page)).toContainText("Please choose a background.");
  await expect(page).toHaveTitle(/^Error: /);
  await tapOption(page, /^Outdoor/);

  await expect(heading(page)).toHaveText(`Step 3 of ${of}: Pick an outdoor scene`);
  await expect(page.getByRole("radio")).toHaveCount(8);
  await tapOption(page, "Beach Sunset");

  if (product.hosted) {
    await expect(heading(page)).toHaveText("Step 4 of 8: Choose an outfit");
    await radio(page, "Formal").check();
    await page.getByLabel("Attire details (optional)").fill("a navy suit");
    await goOn(page);
    await expect(heading(page)).toHaveText("Step 5 of 8: Choose a pose");
    await choose(page, "Male", "Confident Stand");
    await choose(page, "Female", "Hand on Hip");
    await expect(radio(page, "Side Profile")).not.toBeChecked();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByLabel("Attire details (optional)")).toHaveValue("a navy suit");
    await expect(radio(page, "Formal")).toBeChecked();
    await goOn(page);
    await expect(radio(page, "Female")).toBeChecked();
    await tapOption(page, /^Maintain/);
  }

  await expect(heading(page)).toHaveText(`Step ${last} of ${of}: Choose a camera angle`);
  await expect(page.getByRole("radio", { name: "Front" })).toHaveCount(product.hosted ? 1 : 0);
  await expect(page.getByText("Clothes and pose stay as in your photo")).toHaveCount(product.hosted ? 0 : 1);
  if (!product.hosted) await expect(radio(page, /^Maintain/)).toBeChecked();
  await radio(page, /^Close-up/).check();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(heading(page)).toContainText(`Step ${last - 1} of ${of}`);
  await page.goBack();
  await expect(heading(page)).toContainText(`Step ${last} of ${of}`);
  await expect(radio(page, /^Close-up/)).toBeChecked();
  await page.getByRole("button", { name: /^Transform Photo/ }).click();

  await page.waitForURL("**/transform?job=*");
  await finished(page);
  await expect(gems(page)).toHaveText("1");
  const made = product.hosted ? "Beach Sunset, attire: formal, angle: close-up" : "Beach Sunset, angle: close-up";
  await expect(page.getByText(made, { exact: false }).first()).toBeAttached();

  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(heading(page)).toHaveText(`Step 2 of ${of}: Where should it be taken?`);
  await expect(radio(page, /^Outdoor/)).toBeChecked();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(heading(page)).toContainText("Portrait Studio");
  await expect(page).toHaveURL(/\/transform$/);
});

test("keeping the background skips the template, and another angle replaces the result @plain", async ({
  page,
  product,
  member: _member,
}) => {
  await begin(page, `${product.url}/transform`);
  await tapOption(page, /^Maintain/);
  if (product.hosted) {
    await expect(heading(page)).toContainText("Step 4 of 8");
    await radio(page, /^Maintain/).check();
    await goOn(page);
    await choose(page, "Female", "Hand on Hip");
    await choose(page, /^Describe/, "Describe the pose");
    await goOn(page);
    await expect(message(page)).toContainText("Please describe the pose.");
    await page.getByLabel("Describe the pose").fill("looking up");
    await goOn(page);
    await radio(page, /^Maintain/).check();
  }
  await expect(heading(page)).toContainText(product.hosted ? "Step 6 of 8" : "Step 4 of 6");
  await page.getByRole("button", { name: /^Transform Photo/ }).click();
  await page.waitForURL("**/transform?job=*");
  await finished(page);
  const first = page.url();

  await page.getByRole("link", { name: /^Generate More Angles/ }).click();
  await expect(page.getByRole("heading", { name: "Select Desired Angle" })).toBeVisible();
  await page.getByRole("button", { name: "Close-up", exact: true }).click();
  await named(page, "portrait (Close-up)");
  expect(page.url()).not.toBe(first);
  await expect(page.getByText("New angle generated!")).toBeVisible();
  await expect(gems(page)).toHaveText("0");

  await page.getByRole("link", { name: /^Generate More Angles/ }).click();
  await page.getByRole("button", { name: "Low", exact: true }).click();
  await expect(page.getByText("You need at least 1 gem to generate a new angle.")).toBeVisible();
  await named(page, "portrait (Close-up)");
});

test("pixel art starts with anime at full strength and starts over with watercolor @scripted", async ({
  page,
  product,
  member: _member,
}) => {
  await begin(page, `${product.url}/pixel-art`);
  await expect(heading(page)).toHaveText("Step 2 of 4: Choose a style");
  await expect(radio(page, /^Anime/)).toBeChecked();
  await expect(page.getByLabel("Intensity")).toHaveValue("100");
  await radio(page, /^Sketch/).check();
  await page.getByLabel("Intensity").fill("60");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await page.waitForURL("**/pixel-art?job=*");
  await finished(page);
  await named(page, "portrait - Sketch (60%)");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^portrait-Sketch-60-artistic-\d{13}-[0-9a-f]{4}\.jpg$/);

  await page.getByRole("link", { name: "New Pixel Art" }).click();
  await page.waitForURL("**/pixel-art?reset*");
  await choosePhoto(page, (await photoFixtures()).portrait);
  await page.waitForURL("**?draft=*&step=style");
  await expect(radio(page, /^Watercolor/)).toBeChecked();
});

test("a removed background downloads as a PNG with transparent and solid parts @plain", async ({
  page,
  product,
  member: _member,
}) => {
  await begin(page, `${product.url}/background-engine`);
  // Preselected, so that the button never leads to an error.
  await expect(radio(page, /^Remove/)).toBeChecked();
  await page.getByRole("button", { name: /^Generate/ }).click();
  await page.waitForURL("**/background-engine?job=*");
  await finished(page);
  await named(page, "portrait - Remove Background");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/-transparent-\d{13}-[0-9a-f]{4}\.png$/);
  const alpha = await sharp(await download.path())
    .extractChannel("alpha")
    .stats();
  expect(alpha.channels[0]).toMatchObject({ min: 0, max: 255 });
});

test("an ID photo is checked before the gem, has the document's size, and comes with sheets to print @plain", async ({
  page,
  product,
  member: _member,
}) => {
  test.slow();
  await begin(page, `${product.url}/id-photo`);
  await expect(heading(page)).toHaveText("Step 2 of 5: Which document is it for?");
  await choose(page, /^India passport/, "Only crop and level it");
  await goOn(page);
  await expect(message(page)).toContainText("Please choose what we may change.");
  await choose(page, /^Nigeria passport/, "Nigeria passport");
  await goOn(page);
  await expect(heading(page)).toHaveText("Step 3 of 5: Check the photo first");
  await expect(page.getByText("31.5 to 36 mm from chin to crown")).toBeVisible();
  await expect(async () => {
    // Without scripts the page asks the member to look again.
    const again = page.getByRole("link", { name: "Look again" });
    if (await again.isVisible()) await again.click();
    await expect(page.getByRole("heading", { name: "Your photo, checked" })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.getByText(/^Large enough to print/)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Glasses" })).toContainText("Please check this yourself");
  await expect(gems(page)).toHaveText("2");
  await page.getByRole("button", { name: /^Make ID photo/ }).click();
  await page.waitForURL("**/id-photo?job=*");
  await finished(page);
  await expect(gems(page)).toHaveText("1");
  await named(page, "portrait - Nigeria passport");
  await expect(page.getByText(/the background replaced with white.*Nothing of the face was altered\./)).toBeVisible();
  await expect(page.getByText(/^Head 3[1-6]\.\d mm; the rule is 31\.5 to 36 mm: within it\./)).toBeVisible();
  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name, exact: true }).first().click(),
    ]);
    return file;
  };
  const file = await download("Download");
  expect(file.suggestedFilename()).toMatch(/-id-photo-\d{13}-[0-9a-f]{4}\.jpg$/);
  const { width, height, density, size } = await sharp(await readFile(await file.path())).metadata();
  expect({ width, height, density }).toEqual({ width: 827, height: 1063, density: 600 });
  expect(size).toBeGreaterThanOrEqual(100_000);
  expect(size).toBeLessThanOrEqual(500_000);
  const sheet = await download("Print sheet, 10 × 15 cm");
  expect((await readFile(await sheet.path())).subarray(0, 8).toString()).toBe("%PDF-1.4");
});

test("an ID photo's checks come also to a member who goes on while the page loads the photo @scripted", async ({
  page,
  product,
  member: _member,
}) => {
  const released = Promise.withResolvers<void>();
  const attached = page.waitForRequest("**/id-photo.data?**");
  const hold = (route: Route) => released.promise.then(() => route.continue()).catch(() => {});
  await page.route("**/id-photo.data?**", hold, { times: 1 });
  await begin(page, `${product.url}/id-photo`);
  await attached;
  await choose(page, /^United States/, "Only crop and level it");
  await tapOption(page, /^Only crop/);
  released.resolve();
  await expect(page.getByRole("heading", { name: "Your photo, checked" })).toBeVisible({ timeout: 120_000 });
});

test("an invalid colour shows an error beside its field and preserves other choices @plain", async ({
  page,
  product,
  member: _member,
}) => {
  await begin(page, `${product.url}/background-engine`);
  const generate = page.getByRole("button", { name: /^Generate/ });
  const chooseHere = async (name: RegExp, brings: string) => {
    await radio(page, name).check();
    if (!(await page.getByText(brings, { exact: true }).first().isVisible())) await generate.click();
  };
  await chooseHere(/^Replace/, "Gradient Backdrop");
  await expect(page.locator("input[value=upload]")).toBeDisabled();
  await chooseHere(/^Gradient Backdrop/, "Blue Purple");
  await chooseHere(/^Custom/, "Second colour");
  await expect(page.getByLabel("First colour", { exact: true })).toHaveValue("#3B82F6");
  await page.getByLabel("Second colour", { exact: true }).fill("purple");
  await page.getByLabel("Edge smoothness").fill("80");
  await generate.click();
  await expect(page.locator("#colour2-error")).toContainText("Please enter a colour code such as");
  await expect(message(page)).toContainText("Please enter a colour code such as");
  await expect(page.getByLabel("Edge smoothness")).toHaveValue("80");
  await expect(gems(page)).toHaveText("2");
  await page.getByLabel("Second colour", { exact: true }).fill("#00AA88");
  await generate.click();
  await page.waitForURL("**/background-engine?job=*");
  await finished(page);
  await named(page, "portrait - Gradient: Custom");
});

test("a photo without a subject costs nothing, and four numbers draw a box around one @scripted", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/background-engine`);
  const noise = {
    create: { width: 600, height: 400, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 40 } },
  } as const;
  const buffer = await sharp({ create: { ...noise.create, background: "#888" } })
    .jpeg()
    .toBuffer();
  await choosePhoto(page, { name: "sand.jpg", mimeType: "image/jpeg", buffer });
  await page.waitForURL("**?draft=*&step=settings");
  await radio(page, /^Remove/).check();
  // Without a subject no backdrop is painted; with a drawn box there is one.
  product.hosted?.gemini.behave({ how: "make", make: "jpeg" });
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(message(page)).toContainText("We could not find the subject in this photo.", {
    timeout: 60_000,
  });
  await expect(gems(page)).toHaveText("2");
  await expect(radio(page, /^Remove/)).toBeChecked();
  await page.locator("summary", { hasText: "Draw a box" }).click();
  await page.getByLabel("From the left").fill("30");
  await page.getByLabel("From the top").fill("20");
  await page.getByLabel("Width").fill("90");
  await page.getByLabel("Height").fill("60");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.locator("#subject-error")).toContainText("Please enter four numbers within the photo.");
  await page.getByLabel("Width").fill("40");
  product.hosted?.gemini.behave({ how: "make", make: "jpeg", thorough: true });
  await page.getByRole("button", { name: /^Generate/ }).click();
  await page.waitForURL("**/background-engine?job=*");
  await finished(page);
  await expect(gems(page)).toHaveText("1");
});
