import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp, { type Sharp } from "sharp";
import type { Bench } from "../bench.ts";
import { phone } from "../browser/chromium.ts";
import type { Readings } from "../budgets.ts";
import { cameraPhotos } from "../camera-photos.ts";
import { signUp } from "../sign-up.ts";
import { measureBatch } from "./batch-upload.ts";
import { type GreyPicture, structuralSimilarity } from "../similarity.ts";

export async function measureUpload(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const browser = await bench.browser();
  const member = await signUp(browser, url, join(bench.data, "mailbox"));
  const photos = await cameraPhotos(join(bench.data, "photos-to-send"), qualities);
  const open = (saveData: boolean) => openTool(browser, { url, member, saveData });
  const usual = await sendAll(await open(false), photos);
  const saving = await sendAll(await open(true), photos);
  const worst = Math.min(...usual.map(({ similarity }) => similarity));
  const sizes = usual.map(({ from, bytes }) => `${(from / 1e6).toFixed(1)} MB → ${Math.round(bytes / 1000)} kB`);
  return {
    uploadBytes: { value: Math.max(...usual.map(({ bytes }) => bytes)) / 1000, note: sizes.join(", ") },
    uploadSimilarity: { value: worst, note: "the least alike, to the same size unshrunk" },
    uploadBatch: await measureBatch(browser, { url, member, folder: join(bench.data, "photos-to-send") }),
    uploadSaving: { value: Math.max(...saving.map(({ bytes }) => bytes)) / 1000, note: saving[0]?.type ?? "" },
  };
}

/** JPEG qualities that give files of the sizes the specification tells apart: about 2, 4 and 8 MB. */
const qualities = { "home-library": 99, "city-park": 96, "elegant-restaurant": 88 };

interface Sent {
  /** Bytes of the file chosen, and of what was sent of it. */
  from: number;
  bytes: number;
  type: string;
  similarity: number;
}

interface Opening {
  url: string;
  member: Awaited<ReturnType<typeof signUp>>;
  saveData: boolean;
}

async function openTool(browser: Browser, { url, member, saveData }: Opening): Promise<Page> {
  const context = await browser.newContext({ ...phone, storageState: member });
  await context.addInitScript((saves) => {
    Object.defineProperty(navigator, "connection", { value: { saveData: saves } });
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function keepAndSend(body) {
      if (body instanceof FormData) Object.assign(window, { sentPhoto: body.get("image") });
      send.call(this, body);
    };
  }, saveData);
  const page = await context.newPage();
  await page.goto(`${url}/surprise-me`);
  await page.waitForLoadState("networkidle");
  return page;
}

async function sendAll(page: Page, files: string[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const file of files) {
    await page.evaluate(() => Object.assign(window, { sentPhoto: null }));
    await page.locator("input[type=file]").first().setInputFiles(file);
    await page.waitForFunction(() => Reflect.get(window, "sentPhoto") instanceof Blob, null, { timeout: 60_000 });
    const { base64, type } = await page.evaluate(async () => {
      const blob = Reflect.get(window, "sentPhoto") as Blob;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return { base64: btoa(text), type: blob.type };
    });
    const bytes = Buffer.from(base64, "base64");
    const { size } = await stat(file);
    sent.push({ from: size, bytes: bytes.byteLength, type, similarity: await similarity(file, bytes) });
  }
  await page.context().close();
  return sent;
}

async function similarity(file: string, sent: Buffer): Promise<number> {
  const { width = 0, height = 0 } = await sharp(sent).metadata();
  const whole = sharp(file).autoOrient().resize(width, height, { fit: "fill" });
  return structuralSimilarity(await grey(whole), await grey(sharp(sent)));
}

async function grey(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
