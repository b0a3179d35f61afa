import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import type { SceneId } from "../../tools/portrait-studio/scenes.ts";
import { blurPhoto, mirroredPhoto, resizePhoto, type Size } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { clamp } from "../pixels/plane.ts";
import type { Stage } from "./stages.ts";

const folder = new URL("../scenes/", import.meta.url);
const sceneSize = { width: 1920, height: 1280 };
/** Stretches the floor, which renders show too little of. */
const drawnOut = { rows: 300, to: 600 };
/** Share of the frame's height. */
const slack = 0.09;

const leftOfBlur = 2;

export interface SceneView {
  /** Share from the top. */
  horizon: number;
  mirror: boolean;
  full: boolean;
  /** Px of the frame. */
  blur: number;
}

/** The defocused part of a scene behind a frame. */
export async function sceneBehind(scene: SceneId, stage: Stage, size: Size, view: SceneView): Promise<Photo> {
  const more = view.full ? drawnOut.to - drawnOut.rows : 0;
  const part = partOf(stage, size, view, sceneSize.height + more);
  const picture = view.full ? await withMoreFloor(scene) : sharp(fileOf(scene));
  // The stage is already mirrored.
  const left = view.mirror ? sceneSize.width - part.left - part.width : part.left;
  const seen = picture
    .extract({ ...part, left })
    .removeAlpha()
    .toColourspace("srgb");
  if (part.height > size.height) seen.resize(size.width, size.height, { fit: "fill" });
  const { data, info } = await seen.raw().toBuffer({ resolveWithObject: true });
  const scenePhoto = { width: info.width, height: info.height, data };
  const enlarged = blurredTo(scenePhoto, size, Math.max(0.4, (view.blur * info.height) / size.height));
  return view.mirror ? mirroredPhoto(enlarged) : enlarged;
}

/** Blurs on a copy small enough to need little blur. */
function blurredTo(photo: Photo, size: Size, sigma: number): Photo {
  const shrink = Math.min(1, leftOfBlur / sigma);
  const small = { width: Math.round(photo.width * shrink), height: Math.round(photo.height * shrink) };
  return resizePhoto(blurPhoto(resizePhoto(photo, small), sigma * shrink), size);
}

const fileOf = (scene: SceneId) => fileURLToPath(new URL(`${scene}.avif`, folder));

function partOf(stage: Stage, size: Size, { horizon }: SceneView, high: number) {
  const horizonRow = (stage.horizon * sceneSize.height) / high;
  const whole = Math.min(1, (sceneSize.width * size.height) / size.width / high);
  const fit = (at: number) => Math.min(horizonRow / at, (1 - horizonRow) / (1 - at), whole);
  const tried = [0, 0.25, 0.5, 0.75, 1].map((share) => horizon + slack * (horizonRow > horizon ? share : -share));
  const at = tried.reduce((best, one) => (fit(one) > fit(best) + 0.01 ? one : best));
  const height = Math.floor(high * fit(at));
  const width = Math.min(sceneSize.width, Math.floor((height * size.width) / size.height));
  const top = clamp(0, Math.round(horizonRow * high - at * height), high - height);
  const left = clamp(0, Math.round(stage.centre * sceneSize.width - width / 2), sceneSize.width - width);
  return { left, top, width, height };
}

async function withMoreFloor(scene: SceneId): Promise<Sharp> {
  const { width, height } = sceneSize;
  const raw = await sharp(fileOf(scene)).removeAlpha().toColourspace("srgb").raw().toBuffer();
  const lowest = sharp(raw, { raw: { width, height, channels: 3 } })
    .extract({ left: 0, top: height - drawnOut.rows, width, height: drawnOut.rows })
    .resize(width, drawnOut.to, { fit: "fill" });
  const above = raw.subarray(0, (height - drawnOut.rows) * width * 3);
  const whole = Buffer.concat([above, await lowest.raw().toBuffer()]);
  return sharp(whole, { raw: { width, height: height - drawnOut.rows + drawnOut.to, channels: 3 } });
}
