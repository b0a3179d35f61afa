import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, tapOption, test } from "./product.ts";

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
  await expect(page.getByText("Surprise Me opens when your photo has arrived")).toBeAttached();
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
  // By the next navigation, which may leave before any save, or by the save that was refused.
  await page.waitForURL("**/login?next=*");
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/transform?draft=*&step=template");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: /^Outdoor/ })).toBeChecked();
});
