import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp, { type Sharp } from "sharp";
import type { Bench } from "../bench.ts";
import { type Member, phone, signIn } from "../browser/phone.ts";
import type { Readings } from "../budgets.ts";

export async function measureUpload(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const browser = await bench.browser();
  const member = await signIn(browser, url, await bench.newMember());
  const photos = await cameraPhotos(join(bench.data, "photos-to-send"), qualities);
  const usual = await sendAll(await openTool(browser, url, member, false), photos);
  const saving = await sendAll(await openTool(browser, url, member, true), photos);
  const worst = Math.min(...usual.map(({ similarity }) => similarity));
  const sizes = usual.map(({ from, bytes }) => `${(from / 1e6).toFixed(1)} MB → ${Math.round(bytes / 1000)} kB`);
  return {
    uploadBytes: { value: Math.max(...usual.map(({ bytes }) => bytes)) / 1000, note: sizes.join(", ") },
    uploadSimilarity: { value: worst, note: "the least alike, to the same size unshrunk" },
    uploadSaving: { value: Math.max(...saving.map(({ bytes }) => bytes)) / 1000, note: saving[0]?.type ?? "" },
  };
}

/** JPEG qualities for the file sizes that the specification distinguishes: about 2, 4 and 8 MB. */
const qualities = { "home-library": 99, "city-park": 96, "elegant-restaurant": 88 };

interface Sent {
  /** Bytes of the chosen file and of the upload. */
  from: number;
  bytes: number;
  type: string;
  similarity: number;
}

async function openTool(browser: Browser, url: string, member: Member, saveData: boolean): Promise<Page> {
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
      const text = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join("");
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

/** A picture's brightness, one byte a pixel, row by row. */
interface GreyPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

const windowSide = 8;
const step = 4;
const [steadyMean, steadyVariance] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/**
 * Similarity of two pictures of one size, 1 for equal ones: the mean structural similarity over windows of 8 × 8 pixels
 * (Wang, Bovik, Sheikh, Simoncelli 2004, equation 13 with its constants, uniform windows).
 */
function structuralSimilarity(one: GreyPicture, other: GreyPicture): number {
  if (one.width !== other.width || one.height !== other.height) throw new Error("pictures of two sizes");
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + windowSide <= one.height; top += step) {
    for (let left = 0; left + windowSide <= one.width; left += step) {
      sum += windowSimilarity(one, other, left, top);
      windows += 1;
    }
  }
  return sum / windows;
}

function windowSimilarity({ data: a, width }: GreyPicture, { data: b }: GreyPicture, left: number, top: number) {
  const size = windowSide * windowSide;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + windowSide; y += 1) {
    for (let x = left; x < left + windowSide; x += 1) {
      const [p, q] = [a[y * width + x] ?? 0, b[y * width + x] ?? 0];
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  }
  const [meanA, meanB] = [sumA / size, sumB / size];
  const varianceA = squaresA / size - meanA ** 2;
  const varianceB = squaresB / size - meanB ** 2;
  const covariance = products / size - meanA * meanB;
  const brightness = (2 * meanA * meanB + steadyMean) / (meanA ** 2 + meanB ** 2 + steadyMean);
  return (brightness * (2 * covariance + steadyVariance)) / (varianceA + varianceB + steadyVariance);
}

const scenes = new URL("../../app/darkroom/scenes/", import.meta.url);

/** Writes our own scenes at 12 megapixels with camera noise, by name and JPEG quality: of one size on every machine. */
async function cameraPhotos(folder: string, qualities: Record<string, number>): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const size = { width: 4032, height: 3024 };
  const gaussian = { type: "gaussian", mean: 128, sigma: 9 } as const;
  const noise = sharp({ create: { ...size, channels: 3, background: "#000", noise: gaussian } });
  const input = await noise.png().toBuffer();
  const files: string[] = [];
  for (const [name, quality] of Object.entries(qualities)) {
    const file = join(folder, `${name}.jpg`);
    await sharp(new URL(`${name}.avif`, scenes).pathname)
      .resize({ ...size, fit: "cover" })
      .composite([{ input, blend: "soft-light" }])
      .jpeg({ quality })
      .toFile(file);
    files.push(file);
  }
  return files;
}
