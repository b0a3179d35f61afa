import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { SceneId } from "../../tools/portrait-studio/scenes.ts";
import type { Size } from "../opencv/filters.ts";
import type { Photo } from "../photo.ts";
import { clamp } from "../pixels/smoothstep.ts";
import type { Stage } from "./stages.ts";

const folder = new URL("../scenes/", import.meta.url);
/** Every scene's picture has this size. */
const sceneSize = { width: 1920, height: 1280 };
/** Under full figures the lowest rows of a scene are drawn out to twice their height: renders show little floor. */
const drawnOut = { rows: 300, to: 600 };
/** How far the horizon may be moved, as a share of the frame's height, to show more of the scene. */
const slack = 0.09;

export interface SceneView {
  /** Where the camera's eye level lies in the frame, as a share from the top. */
  horizon: number;
  mirror: boolean;
  /** A full figure: the floor has to reach below the feet. */
  full: boolean;
  /** The blur's sigma in pixels of the frame. */
  blur: number;
}

/** The part of a scene that stands behind a frame of `size`, out of focus. */
export async function sceneBehind(scene: SceneId, stage: Stage, size: Size, view: SceneView): Promise<Photo> {
  const more = view.full ? drawnOut.to - drawnOut.rows : 0;
  const high = sceneSize.height + more;
  const part = partOf(stage, size, view, high);
  const raw = await readScene(scene, view.mirror, more);
  const sigma = Math.max(0.4, (view.blur * part.height) / size.height);
  // Blurred before it is enlarged: cheaper, and the same.
  const soft = sharp(raw, { raw: { width: sceneSize.width, height: high, channels: 3 } }).extract(part);
  const small = await soft.blur(sigma).raw().toBuffer();
  const data = await sharp(small, { raw: { width: part.width, height: part.height, channels: 3 } })
    .resize(size.width, size.height, { fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
  return { ...size, data };
}

/** As much of the scene as there is with its horizon at, or nearly at, the wanted height. */
function partOf(stage: Stage, size: Size, { horizon }: SceneView, high: number) {
  const line = (stage.horizon * sceneSize.height) / high;
  const whole = Math.min(1, (sceneSize.width * size.height) / size.width / high);
  const fit = (at: number) => Math.min(line / at, (1 - line) / (1 - at), whole);
  const tried = [0, 0.25, 0.5, 0.75, 1].map((share) => horizon + slack * (line > horizon ? share : -share));
  const at = tried.reduce((best, one) => (fit(one) > fit(best) + 0.01 ? one : best));
  const height = Math.floor(high * fit(at));
  const width = Math.min(sceneSize.width, Math.floor((height * size.width) / size.height));
  const top = clamp(0, Math.round(line * high - at * height), high - height);
  const left = clamp(0, Math.round(stage.centre * sceneSize.width - width / 2), sceneSize.width - width);
  return { left, top, width, height };
}

async function readScene(scene: SceneId, mirror: boolean, more: number): Promise<Buffer> {
  const picture = sharp(fileURLToPath(new URL(`${scene}.avif`, folder)));
  const raw = await (mirror ? picture.flop() : picture).removeAlpha().toColourspace("srgb").raw().toBuffer();
  if (more === 0) return raw;
  const { width, height } = sceneSize;
  const lowest = sharp(raw, { raw: { width, height, channels: 3 } })
    .extract({ left: 0, top: height - drawnOut.rows, width, height: drawnOut.rows })
    .resize(width, drawnOut.to, { fit: "fill" });
  return Buffer.concat([raw.subarray(0, (height - drawnOut.rows) * width * 3), await lowest.raw().toBuffer()]);
}
