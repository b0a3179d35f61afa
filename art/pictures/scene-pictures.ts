import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type SceneId, scenes } from "../../app/tools/portrait-studio/scenes.ts";

/** The darkroom's copies, 1920 × 1280 px, one file for each scene. */
const sceneFolder = join(import.meta.dirname, "../../app/darkroom/scenes");

export const sceneFile = (id: SceneId) => join(sceneFolder, `${id}.avif`);

/** The middle of a thumbnail, as a share of the scene's width, where the scene's middle is not its best part. */
const middles: Partial<Record<SceneId, number>> = {
  "garden-paradise": 0.33,
  "beach-sunset": 0.7,
  "forest-path": 0.56,
  "city-park": 0.4,
  lakeside: 0.36,
  "desert-landscape": 0.4,
  "cozy-living-room": 0.66,
  "modern-office": 0.36,
  "modern-kitchen": 0.6,
  "home-library": 0.46,
};

/**
 * Writes the darkroom's copy of every newly rendered scene, `<art>/backdrops/<scene>.png` (art/make.sh), then every
 * thumbnail from the darkroom's copies.
 */
export async function makeScenePictures(art: string, thumbnails: string): Promise<void> {
  await mkdir(sceneFolder, { recursive: true });
  for (const { id } of scenes) {
    const rendered = join(art, `backdrops/${id}.png`);
    if (existsSync(rendered)) await writeScene(id, rendered);
    await writeThumbnail(id, thumbnails);
  }
}

const isStudio = (id: SceneId) => scenes.some((scene) => scene.id === id && scene.category === "studio");

/** Ten bits avoid visible steps in skies and walls; smooth studios need slightly more quality. */
async function writeScene(id: SceneId, picture: string) {
  const quality = isStudio(id) ? 90 : 66;
  const avif = { quality, effort: 6, chromaSubsampling: "4:2:0", bitdepth: 10 } as const;
  const { size } = await sharp(picture).resize(1920, 1280).avif(avif).toFile(sceneFile(id));
  console.log(`${id}: AVIF ${size} bytes`);
}

async function writeThumbnail(id: SceneId, folder: string) {
  const [width, height] = [1024, 1280];
  const left = Math.round(Math.min(1920 - width, Math.max(0, (middles[id] ?? 0.5) * 1920 - width / 2)));
  const { size } = await sharp(sceneFile(id))
    .extract({ left, top: 0, width, height })
    .resize(240, 300)
    .webp({ quality: isStudio(id) ? 92 : 74, effort: 6, smartSubsample: true })
    .toFile(join(folder, `scene-${id}.webp`));
  console.log(`scene-${id}: WebP ${size} bytes`);
}
