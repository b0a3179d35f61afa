import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./expect-accessible.ts";
import { fillGallery } from "./fill-gallery.ts";
import { expect, gems, message, test } from "./product.ts";

const looks = (page: Page) => page.getByRole("group", { name: "Look" });
const look = (page: Page, name: string) => looks(page).getByRole("radio", { name, exact: true });
/** The host's file that the page shows as the result, and the one it downloads. */
const shown = async (page: Page) =>
  /\/images\/([0-9a-f-]{36})\//.exec(
    (await page
      .getByAltText(/^Result: /)
      .first()
      .getAttribute("src")) ?? "",
  )?.[1];
const downloaded = async (page: Page) => {
  const href = (await page.getByRole("link", { name: "Download", exact: true }).getAttribute("href")) ?? "";
  return /images%2F([0-9a-f-]{36})%2F/.exec(href)?.[1];
};

test("choosing another look costs no gem and changes the result", async ({
  page,
  product,
  member,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const [id = ""] = await fillGallery(product, member.email, [{ name: "Owambe", looks: true }]);
  await page.goto(`${product.url}/surprise-me?job=${id}`);
  await expect(look(page, "Natural")).toBeChecked();
  await expect(gems(page)).toHaveText("2");
  const natural = await shown(page);
  expect(await downloaded(page)).toBe(natural);
  if (scripts) await expectAccessible(page);

  const choose = async (name: string) => {
    const saved = scripts && page.waitForResponse((response) => response.request().method() === "POST");
    await look(page, name).check();
    if (!scripts) await page.getByRole("button", { name: "Use this look" }).click();
    await saved;
    await expect(look(page, name)).toBeChecked();
  };
  await choose("Bright");
  const bright = await shown(page);
  expect(bright).not.toBe(natural);
  expect(await downloaded(page)).toBe(bright);
  if (scripts) {
    await expect(look(page, "Bright")).toBeFocused();
    await expect(looks(page).page().getByRole("status").filter({ hasText: "Bright look shown." })).toHaveCount(1);
  }
  await expect(gems(page)).toHaveText("2");

  await page.goto(`${product.url}/surprise-me?job=${id}`);
  await expect(look(page, "Bright")).toBeChecked();
  expect(await shown(page)).toBe(bright);
  const file = await page.request.get(
    product.url + ((await page.getByRole("link", { name: "Download", exact: true }).getAttribute("href")) ?? ""),
  );
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
  await page.getByText("Other sizes", { exact: true }).click();
  for (const [name, suffix] of [
    [/^For chats/, "chat"],
    [/^Profile picture/, "profile"],
  ] as const) {
    const href = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
    const copy = await page.request.get(product.url + href);
    expect(copy.headers()["content-disposition"]).toMatch(
      new RegExp(`^attachment; filename="Owambe-.*-${suffix}\\.jpg"`),
    );
    const bytes = await copy.body();
    expect(bytes.byteLength).toBeLessThanOrEqual(300_000);
    expect(decodeURIComponent(href)).toContain(`/images/${bright}/`);
    const { width, height } = await sharp(bytes).metadata();
    if (suffix === "profile") expect(width).toBe(height);
    expect((await page.request.get(`${product.url}${href}s`)).status()).toBe(400);
  }

  await page.getByRole("button", { name: "Share Link" }).click();
  const link = await page.getByLabel("Share link").inputValue();
  const shared = async () => (await page.request.get(`${link}/640.webp`)).headers()["etag"];
  const sharedBright = await shared();
  await choose("Vivid");
  await expect.poll(shared).not.toBe(sharedBright);

  await page.goto(`${product.url}/gallery`);
  const vivid = /\/images\/([0-9a-f-]{36})\//.exec(
    (await page.getByRole("main").getByRole("listitem").locator("img[srcset]").first().getAttribute("src")) ?? "",
  )?.[1];
  expect(vivid).not.toBe(bright);
  await page.goto(`${product.url}/surprise-me?job=${id}`);
  await expect(look(page, "Vivid")).toBeChecked();
  expect(await shown(page)).toBe(vivid);
});

test("only the owner chooses looks, and only existing ones @plain", async ({ page, product, member }) => {
  const [id = "", plain = ""] = await fillGallery(product, member.email, [
    { name: "Owambe", looks: true },
    { name: "Lagos" },
  ]);
  const post = async (of: string, form: Record<string, string>) => {
    const url = `${product.url}/gallery/${of}/look`;
    return (await page.request.post(url, { form, headers: { Origin: product.url }, maxRedirects: 0 })).status();
  };
  const next = `/surprise-me?job=${id}`;
  expect(await post(id, { look: "vivid", next })).toBe(303);
  expect(await post(id, { look: "vivid", next })).toBe(303);
  expect(await post(id, { look: "sepia", next })).toBe(400);
  expect(await post(id, { next })).toBe(400);
  expect(await post(plain, { look: "natural", next })).toBe(400);
  expect(await post("0f8fad5b-d9cb-469f-a165-70867728950e", { look: "natural", next })).toBe(404);
  await page.goto(product.url + next);
  await expect(look(page, "Vivid")).toBeChecked();
  await page.goto(`${product.url}/surprise-me?job=${plain}`);
  await expect(page.getByText("Transformation complete!")).toBeVisible();
  await expect(looks(page)).toHaveCount(0);
});

test("a photo that needs no change costs nothing and shows alternatives @scripted", async ({
  page,
  product,
  member,
  javaScriptEnabled,
}) => {
  const words = "This photo is already well lit. Nothing was charged.";
  const [id = ""] = await fillGallery(product, member.email, [
    { name: "Well lit", status: "failed", failure: "no-gain" },
  ]);
  await page.goto(`${product.url}/surprise-me?failed=${id}`);
  const notice = message(page).filter({ hasText: words });
  await expect(notice.getByRole("heading")).toHaveText("Nothing to enhance");
  await expect(notice.getByRole("link", { name: "Pixel AI Art" })).toHaveAttribute("href", "/pixel-art");
  await expect(notice).not.toContainText("returned");
  await expect(page).not.toHaveTitle(/^Error/);
  if (javaScriptEnabled !== false) await expectAccessible(page);

  await page.goto(`${product.url}/gallery`);
  const item = page.getByRole("main").getByRole("listitem").filter({ hasText: "Well lit" });
  await expect(item).toContainText(words);
  await expect(item).toContainText("Nothing to enhance");
  await expect(item).not.toContainText("Failed");
  const answer = await page.request.get(`${product.url}/api/transformations/${id}`);
  expect(await answer.json()).toMatchObject({ status: "failed", error: words });
});
