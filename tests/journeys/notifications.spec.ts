import { expectAccessible } from "./expect-accessible.ts";
import { expectStructure } from "./expect-structure.ts";
import { fillGallery } from "./fill-gallery.ts";
import { expect, test } from "./product.ts";

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

  await opened.getByRole("button", { name: "Turn off emails" }).click();
  await expect(opened.getByRole("heading", { level: 1, name: "Emails turned off" })).toBeVisible();
  await page.reload();
  await expect(choice).not.toBeChecked();
  const oneClick = { form: { "List-Unsubscribe": "One-Click" } };
  expect((await stranger.request.post(off, oneClick)).status()).toBe(200);
  expect((await stranger.request.post(`${off}x`, oneClick)).status()).toBe(404);
  await stranger.close();
});
