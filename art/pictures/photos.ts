import { join } from "node:path";
import sharp from "sharp";
import type { ToolRecipe } from "../../app/tools/recipe.ts";
import type { ImageGenerator } from "../../app/transformations/image-generator.ts";

/** Photos rendered by `art/make.sh photo_<name>`, too large for this repository: 3000 × 2250 px, the people 2160 × 2700. */
export type PhotoName = "perfume_desk" | "handbag_window" | "fruit_bowl" | "portrait" | "man" | "window_woman";

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** An area of a photo, 1440 px wide, as a JPEG. Mirroring puts a face that looks left on a comparison's right half. */
export function cropped(art: string, photo: PhotoName, area: Area, { mirrored = false } = {}): Promise<Buffer> {
  const file = join(art, `photos/photo_${photo}.jpg`);
  return sharp(file).extract(area).flop(mirrored).resize({ width: 1440 }).jpeg({ quality: 90 }).toBuffer();
}

/** The built-in engine's result for a JPEG. */
export async function developed(darkroom: ImageGenerator, photo: Buffer, recipe: ToolRecipe): Promise<Buffer> {
  const outcome = await darkroom.generate({
    recipe: { ...recipe },
    prompt: "",
    image: photo,
    mimeType: "image/jpeg",
    signal: AbortSignal.timeout(120_000),
    onProgress: () => {},
  });
  if (!outcome.ok) throw new Error(`the engine made no picture: ${outcome.problem}, ${outcome.detail}`);
  return Buffer.from(outcome.image);
}
