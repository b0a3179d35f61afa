/**
 * Takes the screenshots that browsers show when they offer to install the app (public/screenshots, named in
 * public/manifest.webmanifest), from the built product with its built-in engine:
 *
 *   npm run build && node art/make-screenshots.ts <folder of the artwork>
 *
 * The folder is the output folder of art/make.sh. Run it again when these pages change.
 */
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { openPgliteDatabase } from "../app/adapters/embedded/database/pglite-database.server.ts";
import { launchChromium, type Member, signIn } from "../perf/browser/phone.ts";
import { startProduct } from "../perf/servers/product.ts";
import { newAccount } from "../tests/resilience/product/visitor.ts";

const [art] = process.argv.slice(2);
if (!art) throw new Error("usage: node art/make-screenshots.ts <folder of the artwork>");
const folder = join(import.meta.dirname, "../public/screenshots");

const shapes = {
  narrow: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5 },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};
type Shape = keyof typeof shapes;

/** The gallery's transformations, oldest first; the last is the result on the screenshot. */
const works: { photo: string; path: string; style?: string; shown?: "styles" }[] = [
  { photo: "Perfume desk", path: "/surprise-me" },
  { photo: "Fruit bowl", path: "/pixel-art", style: "Watercolor" },
  { photo: "Man", path: "/pixel-art", style: "Sketch" },
  { photo: "Portrait", path: "/pixel-art", style: "Oil painting", shown: "styles" },
  { photo: "Handbag window", path: "/surprise-me" },
  { photo: "Window woman", path: "/surprise-me" },
];

const data = await mkdtemp(join(tmpdir(), "photogem-screenshots-"));
const { kysely, close } = await openPgliteDatabase(data);
const account = await newAccount(kysely, 10);
await close();
const server = await startProduct(data);
const browser = await launchChromium();
try {
  await mkdir(folder, { recursive: true });
  await takeAll(browser, server.url, await signIn(browser, server.url, account));
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}

async function takeAll(from: Browser, url: string, member: Member) {
  const open = async (shape: Shape) => {
    const context = await from.newContext({ ...shapes[shape], storageState: member, serviceWorkers: "block" });
    return context.newPage();
  };
  const narrow = await open("narrow");
  for (const { photo, path, style, shown } of works) {
    await narrow.goto(url + path);
    const buffer = await readFile(join(art ?? "", "photos", `photo_${photo.toLowerCase().replace(" ", "_")}.jpg`));
    const chosen = { name: `${photo}.jpg`, mimeType: "image/jpeg", buffer };
    await narrow.locator("input[type=file]").first().setInputFiles(chosen);
    await narrow.waitForURL("**?draft=*");
    if (style) await narrow.getByRole("radio", { name: style }).check();
    const spend = narrow.locator("main form button.btn-primary:visible").last();
    if (shown) {
      await narrow.locator("label img[src^='blob:']").nth(5).waitFor();
      await take(narrow, shown, "narrow");
    }
    await spend.click();
    await narrow.getByRole("link", { name: "Download" }).first().waitFor({ timeout: 120_000 });
  }
  const result = narrow.url();
  await narrow.reload();
  await take(narrow, "result", "narrow");
  const wide = await open("wide");
  for (const [page, shape] of [
    [narrow, "narrow"],
    [wide, "wide"],
  ] as const) {
    await page.goto(`${url}/gallery`);
    await take(page, "gallery", shape);
  }
  await wide.goto(result);
  await take(wide, "result", "wide");
}

/** A screenshot of the page after its pictures have loaded, without toasts. */
async function take(page: Page, name: string, shape: Shape) {
  for (const close of await page.locator("[data-close-toast]").all()) await close.click();
  await page.waitForLoadState("networkidle");
  const file = join(folder, `${name}-${shape}.webp`);
  const { size } = await sharp(await page.screenshot({ animations: "disabled" }))
    .webp({ quality: 80, effort: 6 })
    .toFile(file);
  console.log(`${file}: ${size} bytes`);
}
