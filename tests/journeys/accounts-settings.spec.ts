import { expect, test } from "./product.ts";

test("the settings' tabs are one Tab stop with arrow keys, opened by Enter or Space", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/settings`);
  const profile = page.getByRole("tab", { name: "Profile" });
  const history = page.getByRole("tab", { name: "Transaction History" });
  await expect(profile).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "Profile" })).toBeVisible();
  await expect(history).toHaveAttribute("tabindex", "-1");
  await profile.focus();
  for (const [key, focused] of [
    ["ArrowRight", history],
    ["ArrowRight", profile],
    ["ArrowLeft", history],
    ["Home", profile],
    ["End", history],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toBeFocused();
  }
  await expect(profile, "moving opens nothing").toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Space");
  await page.waitForURL("**/settings?tab=history");
  await expect(history).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "Transaction History" }).getByRole("table")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("tabpanel", { name: "Profile" })).toBeVisible();
});

test("a data export states its length, so that browsers can show progress", async ({
  page,
  product,
  member: _member,
}) => {
  const answer = await page.request.post(`${product.url}/settings/export`, {
    headers: { Origin: product.url, "Accept-Encoding": "br, gzip" },
  });
  const body = await answer.body();
  expect(Number(answer.headers()["content-length"])).toBe(body.length);
  expect(answer.headers()["content-encoding"]).toBeUndefined();
  expect(body.subarray(0, 2).toString()).toBe("PK");
});
