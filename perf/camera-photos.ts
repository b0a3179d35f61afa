import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const scenes = new URL("../app/darkroom/scenes/", import.meta.url);

export const sceneNames = async (): Promise<string[]> =>
  (await readdir(scenes)).map((file) => file.split(".")[0] ?? "").sort();

/** Our own scenes at a camera's 12 megapixels with a camera's noise, by name and JPEG quality: the same on every machine. */
export async function cameraPhotos(folder: string, qualities: Record<string, number>): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const noise = await sharp({
    create: {
      width: 4032,
      height: 3024,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 9 },
    },
  })
    .png()
    .toBuffer();
  const files: string[] = [];
  for (const [name, quality] of Object.entries(qualities)) {
    const file = join(folder, `${name}.jpg`);
    await sharp(new URL(`${name}.avif`, scenes).pathname)
      .resize(4032, 3024, { fit: "cover" })
      .composite([{ input: noise, blend: "soft-light" }])
      .jpeg({ quality })
      .toFile(file);
    files.push(file);
  }
  return files;
}
