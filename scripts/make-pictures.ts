/**
 * Makes the product's own pictures in public/pictures, every "after" by the built-in engine itself:
 *
 *   node scripts/make-pictures.ts <art>
 *
 * where <art> holds `photos/photo_<name>.jpg` (four everyday photos) and `web/backdrops/<scene>-1920.webp`, our own
 * renderings, which are too large for this repository. Run it again whenever the enhance effect changes.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import sharp, { type OverlayOptions } from "sharp";
import { createDarkroom } from "../app/adapters/embedded/darkroom/darkroom.server.ts";
import { pictures, pictureUrl, type PictureName } from "../app/artwork/pictures.ts";

const [art] = process.argv.slice(2);
if (!art) throw new Error("usage: node scripts/make-pictures.ts <folder of the artwork>");
const publicFolder = join(import.meta.dirname, "../public");

/**
 * Chosen by eye at the width shown; smooth pictures need fewer bits than detailed ones. AVIF is encoded with 10 bits,
 * which every decoder of it reads: gradients stay smooth at a fifth fewer bytes.
 */
const quality: Record<PictureName, { avif: number; webp: number }> = {
  flowers: { avif: 25, webp: 44 },
  perfume: { avif: 38, webp: 50 },
  backdrops: { avif: 40, webp: 55 },
  panels: { avif: 40, webp: 55 },
  gallery: { avif: 40, webp: 55 },
  desert: { avif: 45, webp: 60 },
};

const darkroom = createDarkroom({ log: pino({ level: "silent" }) });
try {
  await mkdir(join(publicFolder, "pictures"), { recursive: true });
  const flowers = await comparison("kitchen_flowers", { left: 560, top: 60, width: 1640, height: 2050 });
  const perfume = await comparison("perfume_desk", { left: 261, top: 360, width: 2400, height: 1350 });
  const portraits: [photo: string, left: number][] = [
    ["kitchen_flowers", 560],
    ["handbag_window", 660],
    ["perfume_desk", 561],
    ["fruit_bowl", 750],
  ];
  const enhancedPhotos: Buffer[] = [];
  for (const [photo, left] of portraits) {
    enhancedPhotos.push(await enhanced(await cropped(photo, { left, top: 0, width: 1800, height: 2250 })));
  }
  const scenes = ["mountain-view", "beach-sunset", "home-library"].map(backdrop);
  // The original above the result.
  await encode("flowers", await tiled(pictures.flowers, flowers, { columns: 1 }));
  await encode("perfume", await tiled(pictures.perfume, perfume, { columns: 1 }));
  await encode("backdrops", await tiled(pictures.backdrops, scenes, { columns: 3, position: "right" }));
  await encode("panels", await tiled(pictures.panels, scenes, { columns: 1 }));
  await encode("gallery", await tiled(pictures.gallery, enhancedPhotos, { columns: 2 }));
  await encode("desert", await tiled(pictures.desert, [backdrop("desert-landscape")], { columns: 1 }));
  await linkPreview(flowers);
  await signInPictures(await comparison("perfume_desk", { left: 561, top: 0, width: 1800, height: 2250 }));
} finally {
  await darkroom.close();
}

type Area = { left: number; top: number; width: number; height: number };
type Pair = [before: Buffer, after: Buffer];

/** The area of a photo as a poor phone shot, and what the engine makes of that very file. */
async function comparison(photo: string, area: Area): Promise<Pair> {
  const before = await poorShot(await cropped(photo, area));
  return [before, await enhanced(before)];
}

function cropped(photo: string, area: Area): Promise<Buffer> {
  const file = join(String(art), `photos/photo_${photo}.jpg`);
  return sharp(file).extract(area).resize({ width: 1440 }).jpeg({ quality: 90 }).toBuffer();
}

/** Dim, hazy, a little cold and noisy: what a cheap camera makes of a dark room. Always the same noise. */
async function poorShot(photo: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let seed = 1;
  const cast = [0.93, 1, 1.03];
  for (let i = 0; i < data.length; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (seed / 2 ** 32 - 0.5) * 8;
    data[i] = Math.max(0, Math.min(255, (data[i] ?? 0) * 0.55 * (cast[i % 3] ?? 1) + 40 + noise));
  }
  return sharp(data, { raw: info }).modulate({ saturation: 0.72 }).jpeg({ quality: 90 }).toBuffer();
}

async function enhanced(photo: Buffer): Promise<Buffer> {
  const outcome = await darkroom.generate({
    recipe: { tool: "surprise-me" },
    prompt: "",
    image: photo,
    mimeType: "image/jpeg",
    signal: AbortSignal.timeout(120_000),
    onProgress: () => {},
  });
  if (!outcome.ok) throw new Error(`the engine made no picture: ${outcome.problem}, ${outcome.detail}`);
  return Buffer.from(outcome.image);
}

interface Layout {
  columns: number;
  /** Which part of a tile stays when its ratio differs. */
  position?: "centre" | "right";
}

/** Pictures side by side and below each other, each cropped to an equal share of the whole. */
async function tiled(
  whole: { width: number; height: number },
  tiles: (Buffer | string)[],
  { columns, position = "centre" }: Layout,
) {
  const rows = tiles.length / columns;
  const edge = (index: number, length: number, count: number) => Math.round((index * length) / count);
  const placed = tiles.map(async (tile, index) => {
    const left = edge(index % columns, whole.width, columns);
    const top = edge(Math.floor(index / columns), whole.height, rows);
    const width = edge((index % columns) + 1, whole.width, columns) - left;
    const height = edge(Math.floor(index / columns) + 1, whole.height, rows) - top;
    return { input: await sharp(tile).resize(width, height, { position }).toBuffer(), left, top };
  });
  return canvas(whole.width, whole.height, await Promise.all(placed));
}

/** What chat apps show of a link: 1200 × 630, original and result on either side of the line. */
async function linkPreview([before, after]: Pair) {
  const left = await sharp(before).resize(1200, 630).extract({ left: 0, top: 0, width: 600, height: 630 }).toBuffer();
  const right = await sharp(after).resize(1200, 630).extract({ left: 600, top: 0, width: 600, height: 630 }).toBuffer();
  const line = await canvas(4, 630, []);
  const preview = await canvas(1200, 630, [
    { input: left, left: 0, top: 0 },
    { input: right, left: 600, top: 0 },
    { input: line, left: 598, top: 0 },
  ]);
  await sharp(preview).jpeg({ quality: 75, mozjpeg: true }).toFile(join(publicFolder, "pictures/share.jpg"));
}

/** Beside the sign-in form: two files, because its box may be narrower than a pair allows. */
async function signInPictures([before, after]: Pair) {
  for (const [half, picture] of [
    ["before", before],
    ["after", after],
  ] as const) {
    const file = join(publicFolder, `pictures/auth-${half}.webp`);
    await sharp(picture).resize(720, 900).webp({ quality: 60, effort: 6 }).toFile(file);
  }
}

function canvas(width: number, height: number, parts: OverlayOptions[]): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#fff" } })
    .composite(parts)
    .png()
    .toBuffer();
}

function backdrop(scene: string): string {
  return join(String(art), `web/backdrops/${scene}-1920.webp`);
}

async function encode(name: PictureName, picture: Buffer) {
  for (const width of pictures[name].widths) {
    const sized = () => sharp(picture).resize({ width });
    const avif = await sized()
      .avif({ quality: quality[name].avif, effort: 6, chromaSubsampling: "4:2:0", bitdepth: 10 })
      .toFile(publicFolder + pictureUrl(name, width, "avif"));
    const webp = await sized()
      .webp({ quality: quality[name].webp, effort: 6 })
      .toFile(publicFolder + pictureUrl(name, width, "webp"));
    console.log(`${name} ${width} px: AVIF ${avif.size}, WebP ${webp.size} bytes`);
  }
}
