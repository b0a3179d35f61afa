import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { SceneId } from "../../tools/portrait-studio/scenes.ts";
import type { Photo } from "../photo.ts";
import { sceneFrame, type SceneFraming } from "./scene-frame.ts";

/** Where the scenes' pictures stand. */
const folder = new URL("../../adapters/embedded/darkroom/scenes/", import.meta.url);

/** The part of a scene that stands behind the sitter, as large as the picture. */
export async function openScene(
  id: SceneId,
  { width, height }: { width: number; height: number },
  framing: SceneFraming,
): Promise<Photo> {
  const { data } = await sharp(fileURLToPath(new URL(`${id}.avif`, folder)))
    .extract(sceneFrame({ width, height }, framing))
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, data };
}
