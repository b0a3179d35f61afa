import { fillGallery } from "./fill-gallery.ts";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, gems, openDraft, tapOption, test } from "./product.ts";

test("a photo chosen offline is uploaded once when the connection is back", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await page.goto(`${product.url}/surprise-me`);
  await page.waitForLoadState("networkidle");
  await context.route("**/api/images/upload", (route) => route.abort("internetdisconnected"));
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await expect(page.getByText("No connection. We will send it again; nothing is lost.").first()).toBeVisible();
  await context.unroute("**/api/images/upload");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: "Your photo: snapshot" })).toBeVisible();
  await expect(gems(page)).toHaveText("2");
});

test("an upload whose response was lost is stored once @long", async ({ page, product, member: _member }) => {
  // The first response arrives at the browser, but the page sees a broken connection.
  await page.addInitScript(() => {
    let first = true;
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function sendAndLose(body) {
      if (first) Object.defineProperty(this, "status", { get: () => 0 });
      first = false;
      send.call(this, body);
    };
  });
  const kept: unknown[] = [];
  page.on("response", async (answer) => {
    if (answer.url().endsWith("/api/images/upload")) kept.push(await answer.json());
  });
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await expect.poll(() => kept.length).toBe(2);
  expect(kept[1]).toEqual(kept[0]);
});

test("submitting during an upload starts one transformation after it", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await page.goto(`${product.url}/surprise-me`);
  const arrival = Promise.withResolvers<void>();
  await context.route("**/api/images/upload", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText("We start as soon as it has arrived.")).toBeVisible();
  arrival.resolve();
  await page.waitForURL("**?job=*");
  await expect(gems(page)).toHaveText("1");
});

test("losing the connection during a submit starts nothing twice", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await openDraft(page, product, (await photoFixtures()).snapshot);
  const submits = "**/surprise-me.data?*step=enhance*";
  // The request arrives; its response does not.
  await page.route(submits, async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await context.setOffline(true);
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText("Saved on this device: a transformation")).toBeVisible();
  await page.unroute(submits);
  await context.setOffline(false);
  await page.waitForURL("**?job=*");
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  await page.goto(`${product.url}/settings?tab=history`);
  await expect(page.getByRole("table").getByRole("row").filter({ hasText: "Usage" })).toHaveCount(1);
});

test("a photo chosen before the scripts have arrived opens its draft", async ({ page, product, member: _member }) => {
  const chosen = Promise.withResolvers<void>();
  await page.route("**/assets/packages-*.js", (route) => chosen.promise.then(() => route.continue()));
  await page.goto(`${product.url}/surprise-me`, { waitUntil: "commit" });
  await page.locator("input[type=file]").setInputFiles((await photoFixtures()).snapshot);
  chosen.resolve();
  await page.waitForURL("**/surprise-me?draft=*");
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
});

test("choices made before the scripts have arrived stay", async ({ page, product, member }) => {
  const choose = async (address: string, name: string | RegExp) => {
    const chosen = Promise.withResolvers<void>();
    await page.route("**/assets/packages-*.js", (route) => chosen.promise.then(() => route.continue()));
    await page.goto(address, { waitUntil: "commit" });
    const choice = page.getByRole("radio", { name });
    await choice.check();
    chosen.resolve();
    await page.waitForLoadState("networkidle");
    await page.unroute("**/assets/packages-*.js");
    await expect(choice).toBeChecked();
  };
  await page.goto(`${product.url}/transform`);
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await page.waitForURL("**/transform?draft=*");
  await page.waitForLoadState("networkidle");
  const step = page.url();
  const draft = new URL(step).searchParams.get("draft") ?? "";
  await choose(`${product.url}/adjust/${draft}`, "Square");
  await expect(page.getByText(/^(\d+) × \1 pixels$/)).toBeVisible();
  await choose(step, /^Outdoor/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Pick an outdoor scene" })).toBeVisible();
  const [result = ""] = await fillGallery(product, member.email, [{ name: "Owambe", looks: true }]);
  await choose(`${product.url}/surprise-me?job=${result}`, "Vivid");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Vivid" })).toBeChecked();
});

test("scripts that do not arrive leave the page that works without them", async ({
  page,
  product,
  member: _member,
}) => {
  await page.route("**/assets/packages-*.js", (route) => route.abort());
  await page.goto(`${product.url}/surprise-me`, { waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Upload photo" })).toBeVisible();
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await page.waitForURL("**/surprise-me?draft=*");
  await page.getByRole("button", { name: /^Surprise Me/ }).click();
  await page.waitForURL("**/surprise-me?job=*");
  // The page refreshes itself, as it does without scripts.
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
});

test("a photo that the browser cannot show is replaced by the stored one", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, "tests/fixtures/photos/rotated.heic");
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  const photo = page.getByRole("img", { name: "Your photo: rotated" });
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth * image.clientHeight))
    .toBeGreaterThan(0);
});

test("a photo whose page was reloaded before it was sent is asked for again", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await context.route("**/api/images/upload", () => {});
  page.on("dialog", (question) => void question.accept());
  await page.goto(`${product.url}/pixel-art`);
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await page.waitForURL("**/pixel-art?draft=*&step=style");
  await page.reload();
  await expect(page.getByText("The photo did not arrive", { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel("Choose a photo")).toBeAttached();
});

test("a tool that is chosen while a photo is being sent opens with that photo", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  const arrival = Promise.withResolvers<void>();
  await context.route("**/dashboard.data*", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${product.url}/dashboard`);
  await page.getByLabel(/^Choose or take a photo/).setInputFiles((await photoFixtures()).snapshot);
  await expect(page.getByText("Sending your photo").first()).toBeAttached();
  await page.getByRole("link", { name: /^Surprise Me One tap/ }).click();
  await expect(page.getByText("Surprise Me opens when your photo has arrived", { exact: true })).toBeAttached();
  arrival.resolve();
  await page.waitForURL("**/surprise-me?draft=*");
  await expect(page.getByRole("img", { name: "Your photo: snapshot" })).toBeVisible();
});

test("answers given after the session has ended are there again after the sign-in", async ({
  page,
  product,
  member,
  context,
}) => {
  await page.goto(`${product.url}/transform`);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await expect(page.getByText(/, ready$/).first()).toBeAttached();
  await context.clearCookies();
  await tapOption(page, /^Outdoor/);
  // The sign-in follows the next navigation, which may precede any save, or the refused save.
  await page.waitForURL("**/login?next=*");
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/transform?draft=*&step=template");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: /^Outdoor/ })).toBeChecked();
});
