/**
 * Makes the product's own pictures in public/pictures (every "after" by the built-in engine) and the engine's copies of
 * the scenes:
 *
 *   node art/make-pictures.ts <art> [landing] [cards] [styles] [scenes] [icons]
 *
 * <art> is the output folder of art/make.sh: `photos/photo_<name>.jpg` (everyday photos, needed for all parts except
 * scenes and icons) and `backdrops/<scene>.png` (only changed scenes). Without parts it makes all. Run it again when an
 * effect shown in the pictures changes.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { createDarkroom } from "../app/adapters/embedded/darkroom/darkroom.server.ts";
import { makeAppIcons } from "./pictures/app-icons.ts";
import { makeLandingPictures } from "./pictures/landing-pictures.ts";
import { makeScenePictures, sceneFile } from "./pictures/scene-pictures.ts";
import { pictures } from "../app/ui/artwork/pictures.ts";
import type { ImageGenerator } from "../app/transformations/image-generator.ts";
import { cropped, developed } from "./pictures/photos.ts";
import { encode, tiled } from "./pictures/encode.ts";
import sharp, { type Sharp } from "sharp";
import { artStyles, stylizeStyles } from "../app/tools/art-style/art-styles.ts";
import { applyStyle } from "../app/darkroom/styles/apply-style.ts";
import { seePhoto } from "../app/darkroom/vision/sight.ts";
import { loadSaliencyNet } from "../app/darkroom/vision/onnx-nets.ts";

const [art, ...asked] = process.argv.slice(2);
if (!art)
  throw new Error("usage: node art/make-pictures.ts <folder of the artwork> [landing|cards|styles|scenes|icons]…");
const publicFolder = join(import.meta.dirname, "../public");
const pictureFolder = join(publicFolder, "pictures");
const isAsked = (part: string) => asked.length === 0 || asked.includes(part);

/** Pictures of the tools' cards on the dashboard. The studio's card shows two scenes, wider than any portrait. */
export async function makeCardPictures(art: string, publicFolder: string, darkroom: ImageGenerator): Promise<void> {
  const fruit = await cropped(art, "fruit_bowl", { left: 200, top: 350, width: 2600, height: 1462 });
  const painted = await developed(darkroom, fruit, { tool: "art-style", style: "watercolor", intensity: 90 });
  await encode(publicFolder, "fruit", await tiled(pictures.fruit, [fruit, painted], { columns: 1 }));

  const portrait = await cropped(art, "portrait", { left: 0, top: 450, width: 2160, height: 1215 });
  const replaced = await developed(darkroom, portrait, {
    tool: "background-engine",
    mode: "replace",
    replacement: "gradient-backdrop",
    gradient: "blue-purple",
    edges: 40,
  });
  await encode(publicFolder, "portrait", await tiled(pictures.portrait, [portrait, replaced], { columns: 1 }));

  const places = [sceneFile("home-library"), sceneFile("mountain-view")];
  await encode(publicFolder, "places", await tiled(pictures.places, places, { columns: 1 }));
}

/** Limit for a style thumbnail. */
const maxThumbnailBytes = 8000;

/**
 * A thumbnail per art style, 240 × 180, all of one photo. The style is applied at twice that size and shrunk, so that
 * its strokes show as on a large picture seen from further away.
 */
export async function makeStyleThumbnails(art: string, folder: string): Promise<void> {
  const crop = await cropped(art, "fruit_bowl", { left: 760, top: 640, width: 1520, height: 1140 });
  const [width, height] = [480, 360];
  const { data } = await sharp(crop).resize(width, height).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const sight = await seePhoto({ width, height, data: new Uint8Array(data) }, await loadSaliencyNet());
  for (const style of new Set([...artStyles, ...stylizeStyles].map(({ id }) => id))) {
    const picture = await applyStyle(sight, style, 100);
    const thumbnail = await encoded(sharp(picture.data, { raw: { width, height, channels: 3 } }).resize(240, 180));
    await writeFile(join(folder, `style-${style}.webp`), thumbnail);
    console.log(`style-${style}: WebP ${thumbnail.length} bytes`);
  }
}

/** Hatching takes more bits than colour, so it gets a lower quality. */
async function encoded(picture: Sharp): Promise<Buffer> {
  for (let quality = 60; ; quality -= 6) {
    const webp = await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (webp.length <= maxThumbnailBytes || quality <= 24) return webp;
  }
}

const darkroom = createDarkroom({ log: pino({ level: "silent" }) });
try {
  await mkdir(pictureFolder, { recursive: true });
  // The other parts show scenes, so scenes come first.
  if (isAsked("scenes")) await makeScenePictures(art, pictureFolder);
  if (isAsked("landing")) await makeLandingPictures(art, publicFolder, darkroom);
  if (isAsked("cards")) await makeCardPictures(art, publicFolder, darkroom);
  if (isAsked("styles")) await makeStyleThumbnails(art, pictureFolder);
  if (isAsked("icons")) await makeAppIcons(publicFolder);
} finally {
  await darkroom.close();
}
