import { expectAccessible } from "./expect-accessible.ts";
import { expectStructure } from "./expect-structure.ts";
import { fillGallery } from "./fill-gallery.ts";
import { expect, test } from "./product.ts";

test("a member who left is mailed the result and can switch notifications off", async ({ page, product, member }) => {
  await fillGallery(product, member.email, [{ name: "Owambe", untold: true }]);
  const mail = async () => {
    const { subject, text } = await product.mailTo(member.email);
    return subject === "Your photo is ready" ? text : "";
  };
  await expect.poll(mail, { timeout: 30_000 }).toContain("“Owambe” took a little longer, and now it is done.");
  const [result = "", off = ""] = (await mail()).match(/http:\S+/g) ?? [];
  await page.goto(result);
  await expect(page.getByRole("heading", { level: 1, name: "Owambe" })).toBeVisible();

  await page.goto(off);
  const choice = page.getByRole("checkbox", { name: "Email me when it's ready" });
  await expect(choice).toBeChecked();
  await expectAccessible(page);
  await expectStructure(page.getByRole("main"), "notices");
  await choice.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No more mails when something is done.")).toBeVisible();
  await page.reload();
  await expect(choice).not.toBeChecked();
});
