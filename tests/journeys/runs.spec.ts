import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import {
  choosePhoto,
  confirm,
  expect,
  gems,
  newAccount,
  Product,
  register,
  tapOption,
  test as base,
} from "./product.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expectStructure } from "./expect-structure.ts";
import { fillGallery } from "./fill-gallery.ts";

/** A separate server for this test, which kills it. */
const test = base.extend<{ ownProduct: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first argument's shape
  ownProduct: async ({}, use) => {
    const product = await Product.create();
    await use(product);
    await product.remove();
  },
});

test("kill -9 during a transformation loses neither the photo nor a gem", async ({ page, ownProduct: product }) => {
  // Beside other machines a killed worker is noticed only by its heartbeat, after 20 to 50 s.
  test.setTimeout(product.hosted ? 240_000 : 180_000);
  const account = newAccount();
  await register(page, product, account);
  await confirm(page, product, account);
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, (await photoFixtures()).cameraJpeg);
  await page.waitForURL("**/surprise-me?draft=*");
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await page.waitForURL("**?job=*");
  const job = page.url();
  await product.kill();
  await product.start();
  await page.goto(job);
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: product.hosted ? 150_000 : 60_000 });
  await expect(gems(page)).toHaveText("1");
  await page.goto(`${product.url}/settings?tab=history`);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(3); // the heading, the bonus, one use
});

const radio = (page: Page, name: RegExp) => page.getByRole("radio", { name });
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const generate = (page: Page) => page.getByRole("button", { name: /^(Transform Photo|Generate|Surprise Me)/ }).click();
const ready = (page: Page) => expect(page.getByText(/, ready$/).first()).toBeVisible();

/** Holds every upload until the returned function releases it. */
async function holdUploads(page: Page) {
  const held = Promise.withResolvers<void>();
  await page.route("**/api/images/upload", async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Goes to the studio's last step, with everything maintained and a photo chosen just before. */
async function toLastStep(page: Page, product: Product, file: string) {
  await page.goto(`${product.url}/transform`);
  await choosePhoto(page, file);
  await tapOption(page, /^Maintain/);
  if (product.hosted) {
    await radio(page, /^Maintain/).check();
    await goOn(page);
    await radio(page, /^Female/).check();
    await tapOption(page, /^Maintain/);
  }
  await radio(page, /^Close-up/).check();
}

test("Back to the upload, Forward and a reload preserve every answer", async ({ page, product, member: _member }) => {
  await page.goto(`${product.url}/transform`);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await tapOption(page, /^Outdoor/);
  // Arrow keys move through the scenes without continuing; a tap continues.
  await radio(page, /^Garden Paradise/).focus();
  for (const name of [/^Urban/, /^Beach/, /^Mountain/]) {
    await page.keyboard.press("ArrowDown");
    await expect(radio(page, name)).toBeChecked();
  }
  await expect(page).toHaveURL(/step=template/);
  await tapOption(page, /^Lakeside/);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Portrait Studio");
  await page.goForward();
  await expect(radio(page, /^Outdoor/)).toBeChecked();
  await page.goForward();
  await expect(radio(page, /^Lakeside/)).toBeChecked();
  await ready(page);
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(radio(page, /^Lakeside/)).toBeChecked();
});

test("going back from the studio's first step starts a new draft @long", async ({ page, product, member: _member }) => {
  await page.goto(`${product.url}/transform`);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await ready(page);
  await tapOption(page, /^Outdoor/);
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/transform$/);
  await expect(page.getByText("Choose a photo", { exact: true })).toBeVisible();
  await choosePhoto(page, (await photoFixtures()).portrait);
  await expect(radio(page, /^Outdoor/)).not.toBeChecked();
});

test("a pending submit is dropped when its photo is refused @long", async ({ page, product, member: _member }) => {
  const files = await photoFixtures();
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, files.snapshot);
  await ready(page);
  const release = await holdUploads(page);
  await choosePhoto(page, files.truncatedHeic);
  await generate(page);
  await expect(page.getByText("We start as soon as it has arrived.")).toBeVisible();
  release();
  await expect(page.locator("#image-error")).toContainText("damaged or incomplete");
  await expect(page.getByRole("img", { name: "Your photo: snapshot" })).toBeVisible();
  await page.goto(`${product.url}/dashboard`);
  await expect(gems(page)).toHaveText("2");
});

test("a pending submit is cancelled by going back and spends nothing @long", async ({
  page,
  product,
  member: _member,
}) => {
  const release = await holdUploads(page);
  await toLastStep(page, product, (await photoFixtures()).portrait);
  await generate(page);
  await expect(page.getByText("We start as soon as it has arrived.")).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await goOn(page);
  await expect(page.getByText("We start as soon as it has arrived.")).toHaveCount(0);
  release();
  await ready(page);
  await expect(page).toHaveURL(/step=camera-angle/);
  await expect(gems(page)).toHaveText("2");
});

test("a photo belongs to the draft it was chosen for, whatever page is shown when it arrives", async ({
  page,
  product,
  member: _member,
}) => {
  const files = await photoFixtures();
  await page.goto(`${product.url}/pixel-art`);
  await choosePhoto(page, files.portrait);
  await ready(page);
  const art = page.url();
  // Goes to the other tool and back within the page, by a link and the history.
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("main").locator("a[href='/transform']").first().click();
  await page.waitForURL("**/transform");
  const release = await holdUploads(page);
  await choosePhoto(page, files.snapshot);
  await page.waitForURL("**/transform?draft=*");
  page.on("dialog", (dialog) => dialog.accept());
  await page.evaluate(() => history.go(-3));
  await page.waitForURL(art);
  release();
  await expect(page.getByRole("img", { name: "Your photo: portrait" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: "Your photo: portrait" })).toBeVisible();
});

test("leaving during an upload asks for confirmation", async ({ page, product, member: _member }) => {
  const release = await holdUploads(page);
  await page.goto(`${product.url}/transform`);
  await choosePhoto(page, (await photoFixtures()).portrait);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await expect(page.getByRole("heading", { level: 1, name: /^Step 2 of/ })).toBeFocused();
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("link", { name: "Gallery" }).first().click();
  await expect.poll(() => asked).toEqual(["Your photo is still being sent. Leave this page and lose it?"]);
  await expect(page).toHaveURL(/\/transform\?draft=/);
  release();
  await ready(page);
});

test("a late save does not replace newer choices @long", async ({ page, product, member: _member }) => {
  await page.goto(`${product.url}/pixel-art`);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await ready(page);
  const first = Promise.withResolvers<void>();
  let saves = 0;
  await page.route("**/api/drafts/*", async (route) => {
    saves += 1;
    if (saves === 1) await first.promise;
    await route.continue();
  });
  await radio(page, /^Sketch/).check();
  await expect.poll(() => saves).toBe(1);
  await radio(page, /^Comic/).check();
  first.resolve();
  await expect.poll(() => saves).toBe(2);
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(radio(page, /^Comic/)).toBeChecked();
});

test("losing the connection during processing leaves the page unchanged", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, (await photoFixtures()).cameraJpeg);
  await ready(page);
  await generate(page);
  await page.waitForURL("**?job=*");
  await context.setOffline(true);
  const failed = page.waitForEvent("requestfailed");
  await failed;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enhancing your photo");
  expect((await page.locator(".work-photo").boundingBox())?.height, "the photo is seen at work").toBeGreaterThan(200);
  await context.setOffline(false);
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
});

test("the page of a running job leads to the login once the session has ended", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await ready(page);
  await generate(page);
  await page.waitForURL("**/surprise-me?job=*");
  await page.context().clearCookies();
  await page.waitForURL("**/login?next=*");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Login to your account");
});

test("Back leaves a tool from processing and result with one step a page", async ({
  page,
  product,
  member: _member,
}) => {
  await toLastStep(page, product, (await photoFixtures()).portrait);
  await ready(page);
  await generate(page);
  await page.waitForURL("**?job=*");
  const result = page.url();
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 120_000 });
  // In the history each step leads to the result; the number of steps depends on the image generator.
  const seen: string[] = [];
  do {
    await page.goBack();
    if (seen.length === 0) await expect(page).toHaveURL(result);
    await page.waitForURL((url) => !url.searchParams.has("step"));
    await page.waitForLoadState("networkidle");
    seen.push(page.url());
  } while (page.url() === result && seen.length < 10);
  await expect(page).toHaveURL(`${product.url}/transform`);
  await page.goBack();
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  await page.goto(result.replace(/job=.*/, "job=0f8fad5b-d9cb-469f-a165-70867728950e"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
});

test("the reason of a failed attempt appears on its step only @long", async ({ page, product, member: _member }) => {
  await toLastStep(page, product, (await photoFixtures()).portrait);
  await ready(page);
  await generate(page);
  await page.waitForURL("**?job=*");
  const job = new URL(page.url()).searchParams.get("job") ?? "";
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Step 2 of");
  // The address to which a failed attempt returns.
  await page.goto(`${page.url()}&failed=${job}`);
  await goOn(page);
  await expect(page).toHaveTitle(product.hosted ? /^Step 4 of 8/ : /^Step 4 of 6/);
});

test("a member who left is mailed the result and can switch notifications off, signed in or not", async ({
  page,
  product,
  member,
  browser,
}) => {
  await fillGallery(product, member.email, [{ name: "Owambe", untold: true }]);
  const mail = async () => {
    const { subject, text } = await product.mailTo(member.email);
    return subject === "Your photo is ready" ? text : "";
  };
  await expect.poll(mail, { timeout: 30_000 }).toContain("“Owambe” took a little longer, and now it is done.");
  const [result = "", off = ""] = (await mail()).match(/http:\S+/g) ?? [];
  await page.goto(result);
  await expect(page.getByRole("heading", { level: 1, name: "Enhanced photo" })).toBeVisible();

  // Scanners open links, and mail programs post without cookies or scripts.
  const stranger = await browser.newContext({ javaScriptEnabled: false });
  const opened = await stranger.newPage();
  await opened.goto(off);
  await expect(opened.getByRole("heading", { level: 1, name: "Turn off these emails?" })).toBeVisible();
  await page.goto(`${product.url}/settings/notices`);
  const choice = page.getByRole("checkbox", { name: "Email me when it's ready" });
  await expect(choice).toBeChecked();
  await expectAccessible(page);
  await expectStructure(page.getByRole("main"), "notices");
  await choice.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No more emails when a photo is ready.")).toBeVisible();
  await page.reload();
  await expect(choice).not.toBeChecked();
  await choice.check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("We email you when a photo that took long is ready.")).toBeVisible();

  await opened.getByRole("button", { name: "Turn off emails" }).click();
  await expect(opened.getByRole("heading", { level: 1, name: "Emails turned off" })).toBeVisible();
  await page.reload();
  await expect(choice).not.toBeChecked();
  const oneClick = { form: { "List-Unsubscribe": "One-Click" } };
  expect((await stranger.request.post(off, oneClick)).status()).toBe(200);
  expect((await stranger.request.post(`${off}x`, oneClick)).status()).toBe(404);
  await stranger.close();
});
