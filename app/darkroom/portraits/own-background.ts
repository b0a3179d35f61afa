import { composite } from "../backgrounds/composite.ts";
import { lensBlur } from "../backgrounds/lens-blur.ts";
import type { CutOut } from "../cut-out/cut-out.ts";
import { prepareLooks } from "../looks/prepare-looks.ts";
import { renderLooks } from "../looks/render-looks.ts";
import { sizeWithin } from "../opencv/filters.ts";
import type { Photo, Work } from "../work.ts";
import { clamp, smoothstep } from "../pixels/plane.ts";
import type { Sight } from "../vision/sight.ts";
import { type FeasibleAngle, leanFor, leanPicture, lightSideFor } from "./angles.ts";
import { type Head, headFromOutline, headOf } from "./heads.ts";
import { type Area, partOfPhoto } from "./part-of-photo.ts";

type Made = Extract<Work, { ok: true }>;

/** In heads. */
const [closeUpHeads, closeUpEyes] = [3.3, 0.4];
const hardlyCloser = 0.72;
const [ratio, mostEnlarged] = [4 / 5, 2.4];
const lightWrap = 0.22;
const bodyFrom = 0.5;

export interface OwnBackground {
  readonly angle: FeasibleAngle;
  readonly cut: CutOut | null;
  readonly longest: number;
}

export async function portraitOnOwnBackground(
  sight: Sight,
  { angle, cut, longest }: OwnBackground,
  onProgress: (share: number) => void,
): Promise<Made | null> {
  const head = await headIn(sight);
  if (!head && angle === "close-up") return null;
  const softened = cut ? { ...sight, photo: softenBehind(sight.photo, cut) } : sight;
  const prepared = await prepareLooks(softened);
  onProgress(0.6);
  const enhanced = renderLooks(prepared, ["natural"]).natural;
  onProgress(0.9);
  const area = angle === "close-up" && head ? closeUpArea(sight.photo, head) : null;
  const framed = area ? partOfPhoto(enhanced, area, enlarged(area, longest)) : enhanced;
  const whole = area ?? { left: 0, top: 0, width: enhanced.width, height: enhanced.height };
  const centre = head
    ? { x: clamp(0, (head.x - whole.left) / whole.width, 1), y: clamp(0, (head.y - whole.top) / whole.height, 1) }
    : { x: 0.5, y: 0.42 };
  const finished = portraitFinish(framed, { centre, from: lightSideFor(angle) });
  const lean = leanFor(angle);
  const note = noteFor(angle, area);
  return { ok: true, picture: lean ? leanPicture(finished, lean) : finished, ...(note ? { note } : {}) };
}

function noteFor(angle: FeasibleAngle, area: Area | null): string | null {
  if (angle === "wide") return "The photo is shown whole: there is nothing beyond its edges to show.";
  return angle === "close-up" && !area ? "The photo is a close-up already, so its framing stays." : null;
}

function softenBehind(photo: Photo, cut: CutOut): Photo {
  return composite({ ...cut, background: lensBlur(photo, cut.alpha), wrap: lightWrap });
}

async function headIn(sight: Sight): Promise<Head | null> {
  const [largest] = await sight.faces();
  if (largest) return headOf(largest);
  const map = (await sight.subject())?.map;
  if (!map?.data.some((value) => value > bodyFrom)) return null;
  return headFromOutline(map, sight.photo.width / map.width);
}

function closeUpArea(photo: Photo, head: Head): Area | null {
  const height = Math.min(head.height * closeUpHeads, photo.height, photo.width / ratio);
  const width = height * ratio;
  if (width * height > hardlyCloser * photo.width * photo.height) return null;
  const left = clamp(0, head.x + 0.06 * head.turn * width - width / 2, photo.width - width);
  const top = clamp(0, head.y - closeUpEyes * height, photo.height - height);
  return { left, top, width, height };
}

function enlarged({ width, height }: Area, longest: number) {
  const by = Math.min(mostEnlarged, longest / Math.max(width, height));
  return sizeWithin({ width: width * by, height: height * by }, longest);
}

export interface FinishLight {
  centre: { x: number; y: number };
  from: "left" | "right" | null;
}

/** Darkening, as shares. */
const [corners, farSide] = [0.2, 0.2];

/** A light fall-off around the person that only darkens. */
function portraitFinish({ width, height, data }: Photo, { centre, from }: FinishLight): Photo {
  const lit = new Uint8Array(data.length);
  const [reachX, reachY] = [Math.max(centre.x, 1 - centre.x), Math.max(centre.y, 1 - centre.y)];
  const columns = Float32Array.from({ length: width }, (_, x) => {
    const share = x / width;
    const away = from === null ? 0 : from === "left" ? share - centre.x : centre.x - share;
    return 1 - farSide * smoothstep(-0.12, 0.5, away) * (from === null ? 0 : 1);
  });
  const middle = { x: centre.x, reach: reachX };
  for (let y = 0; y < height; y += 1) {
    finishRow(data, y * width * 3, columns, middle, ((y / height - centre.y) / reachY) ** 2, lit);
  }
  return { width, height, data: lit };
}

function finishRow(
  data: Uint8Array,
  start: number,
  columns: Float32Array,
  { x: middle, reach }: { x: number; reach: number },
  down: number,
  lit: Uint8Array,
): void {
  const width = columns.length;
  for (let x = 0, at = start; x < width; x += 1, at += 3) {
    const away = Math.sqrt(((x / width - middle) / reach) ** 2 + down);
    const light = (1 - corners * smoothstep(0.45, 1.4, away)) * (columns[x] ?? 1);
    lit[at] = (data[at] ?? 0) * light + 0.5;
    lit[at + 1] = (data[at + 1] ?? 0) * light + 0.5;
    lit[at + 2] = (data[at + 2] ?? 0) * light + 0.5;
  }
}
