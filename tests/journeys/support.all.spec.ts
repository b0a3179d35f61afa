import { buyPackage } from "./buy-package.ts";
import { expect, test } from "./product.ts";

test("the support page states response times, and its mail names the matter @plain", async ({
  page,
  product,
  member,
}) => {
  await page.goto(product.url);
  await page.getByRole("link", { name: "Support", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
  await expect(page.getByText("you get an answer within 48 hours")).toBeVisible();
  await expect(page.getByText("You have not bought gems yet.")).toBeVisible();

  const reference = await buyPackage(page, product, "popular");
  await page.goto(`${product.url}/support`);
  await expect(page.getByText("you get an answer within 24 hours")).toBeVisible();
  const mail = new URL((await page.getByRole("link", { name: "Popular", exact: true }).getAttribute("href")) ?? "");
  expect(decodeURIComponent(mail.href)).toContain("mailto:support@photogem.example?subject=Payment");
  for (const known of [reference, member.email]) expect(decodeURIComponent(mail.search)).toContain(known);

  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByText("support@photogem.example").first()).toBeVisible();
  await expect(page.getByText(reference)).toBeHidden();
});
