import type { SceneId } from "../../tools/portrait-studio/scenes.ts";
import { blurPhoto, mirroredPhoto, resizePhoto, resizePlane, type Size, sizeWithin } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { clamp } from "../pixels/plane.ts";
import { compose, measureGrain } from "./compose.ts";
import { cleanEdges } from "./edge-colours.ts";
import { floorShadow } from "./floor-shadow.ts";
import { type Crop, type Frame, frameFor, isWhole } from "./frame.ts";
import { matchLight } from "./match-light.ts";
import { partOfPhoto, partOfPlane } from "./part-of-photo.ts";
import { reliefOf } from "./relief.ts";
import type { Sitters } from "./sitters.ts";
import { type LightSide, mirrored, type Stage, stageOf } from "./stages.ts";
import { measureTones } from "./tones.ts";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";

export interface PlaceOptions {
  longest: number;
  crop?: Crop;
  light?: LightSide;
  /** Share of the frame's height, downwards. */
  horizonShift?: number;
}

export interface Placed {
  readonly picture: Photo;
  readonly frame: Frame;
}

/** Beyond this enlargement photos look painted. */
const mostEnlarged = 2.4;
/** Px; for light and shadow. */
const smallSide = 400;
const [glowSide, glowBlur] = [100, 3.5];
const sidedFrom = 0.12;

/**
 * Frames, relights and places people on the scene's floor. Deterministic; 1 s of CPU at 1600 px, 0.1 s at 240 px for
 * sitters measured at 720 px.
 */
export async function placeInScene(sitters: Sitters, scene: SceneId, options: PlaceOptions): Promise<Placed> {
  const { photo, faces, heads, body, light: face, cast } = sitters;
  const own = stageOf(scene, options.light ?? null);
  const frame = frameFor(photo, heads, body, onFloor(options.crop ?? cropFor(sitters, own), own));
  const size = sizeOf(frame, options.longest);
  const mirror = isBetterMirrored(own, sitters);
  const stage = mirror ? mirrored(own) : own;

  const behind = await sceneBehind(scene, stage, size, {
    mirror,
    horizon: horizonOf(frame, options.horizonShift ?? 0),
    full: frame.crop === "full",
    blur: (frame.crop === "full" ? 1.2 : clamp(2, (4.5 * frame.head) / 0.22, 7)) * (size.height / 1600),
  });
  const people = cleanEdges(partOfPhoto(photo, frame, size), partOfPlane(sitters.alpha, frame, size));

  const small = sizeWithin(size, smallSide);
  const alpha = resizePlane(people.alpha, small);
  const sceneSmall = resizePhoto(behind, small);
  const match = matchLight(
    measureTones(resizePhoto(people.picture, small), alpha),
    measureTones(sceneSmall),
    stage,
    face,
    cast,
  );
  const picture = compose({
    people: people.picture,
    alpha: people.alpha,
    behind,
    glow: blurPhoto(resizePhoto(sceneSmall, sizeWithin(small, glowSide)), glowBlur),
    match,
    relief: reliefOf(alpha, faces, frame, stage, match),
    shadow: frame.crop === "full" ? floorShadow(alpha, stage) : null,
    grain: measureGrain(people.picture, people.alpha) * Math.min(1, size.height / 900),
    coarse: size.height / frame.height > 1.4,
  });
  return { picture, frame };
}

function cropFor({ photo, heads, body }: Sitters, { floor }: Stage): Crop {
  const [head] = heads;
  const share = (head?.height ?? 0) / photo.height;
  if (heads.length > 1 && floor && isWhole(heads, body) && share < 0.1) return "full";
  return share < 0.13 ? "thigh" : "waist";
}

const onFloor = (crop: Crop, { floor }: Stage): Crop => (crop === "full" && !floor ? "thigh" : crop);

function sizeOf({ width, height }: Frame, longest: number) {
  const scale = Math.min(mostEnlarged, longest / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A side-lit face decides the direction of the light. */
function isBetterMirrored({ key }: Stage, { light }: Sitters): boolean {
  if (!light || Math.abs(light.side) < sidedFrom || Math.abs(key.x) < 0.2) return false;
  return Math.sign(-light.side) !== Math.sign(key.x);
}

/** Camera 1.5 m high, below standing eyes; a head is 0.235 m. */
function horizonOf({ eyes, head }: Frame, shift: number): number {
  return clamp(0.2, eyes + (0.08 / 0.235) * head + shift, 0.62);
}

const folder = new URL("../scenes/", import.meta.url);
const sceneSize = { width: 1920, height: 1280 };
/** Stretches the floor, because the renders show too little of it. */
const drawnOut = { rows: 300, to: 600 };
/** Share of the frame's height. */
const slack = 0.09;

const leftOfBlur = 2;

export interface SceneView {
  /** Share from the top. */
  horizon: number;
  mirror: boolean;
  full: boolean;
  blur: number;
}

/** The defocused part of a scene behind a frame. */
async function sceneBehind(scene: SceneId, stage: Stage, size: Size, view: SceneView): Promise<Photo> {
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
