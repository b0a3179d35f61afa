import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { artStyles, stylizeStyles } from "../../app/tools/art-style/art-styles.ts";
import { applyStyle } from "../../app/darkroom/styles/apply-style.ts";
import { seePhoto } from "../../app/darkroom/vision/sight.ts";
import { loadSaliencyNet } from "../../app/darkroom/vision/saliency-net.ts";
import { cropped } from "./photos.ts";

/** What a style's thumbnail may weigh. */
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

/** Hatching costs more bits than colour: it gets fewer of them each. */
async function encoded(picture: Sharp): Promise<Buffer> {
  for (let quality = 60; ; quality -= 6) {
    const webp = await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (webp.length <= maxThumbnailBytes || quality <= 24) return webp;
  }
}
