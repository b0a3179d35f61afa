import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { readFile } from "node:fs/promises";
import { confirm, expect, gems, openDraft, register, signIn, test } from "./product.ts";
import { cookieOf } from "./raw-request.ts";

test("a member downloads all of their data as one file @plain", async ({ page, product, member }) => {
  await openDraft(page, product, (await photoFixtures()).snapshot);
  await page.goto(`${product.url}/settings`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^photogem-\d{4}-\d\d-\d\d\.zip$/);
  const zip = await readFile((await download.path()) ?? "");
  for (const name of ["profile.json", "transactions.json", "transformations.json"])
    expect(zip.includes(name)).toBe(true);
  for (const own of [member.fullName, member.email]) expect(zip.includes(own)).toBe(true);
  expect(zip.includes("-original-snapshot-")).toBe(true);
});

test("deleting an account requires its password and frees its address without new gems @plain", async ({
  page,
  product,
  member,
}) => {
  await page.goto(`${product.url}/settings`);
  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete my account");
  await page.getByLabel("Your password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("alert")).toContainText("This is not your password.");

  const Cookie = await cookieOf(page);
  await page.getByLabel("Your password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL(`${product.url}/`);
  await expect(page.getByText("Account deleted")).toBeVisible();

  // Another device's token has not expired.
  for (const path of ["/dashboard", "/gallery?view=list"]) {
    const elsewhere = await fetch(product.url + path, { headers: { Cookie }, redirect: "manual" });
    expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([
      302,
      `/login?next=${encodeURIComponent(path)}`,
    ]);
    expect(elsewhere.headers.getSetCookie().join("\n")).toMatch(/^flash=\w.*\nphotogem-session=; Max-Age=0;/);
  }

  await page.goto(`${product.url}/gallery`);
  await page.waitForURL("**/login?next=*");
  await signIn(page, product, member);
  await expect(page.getByRole("alert")).toContainText("Invalid login credentials");

  await register(page, product, member);
  await confirm(page, product, member);
  await expect(gems(page)).toHaveText("0");
});
