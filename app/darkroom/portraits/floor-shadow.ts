import { boxBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Stage } from "./stages.ts";

/** Share of the body's height. */
const footHeight = 0.075;

/** Share of light left on the floor: contact, pool and cast shadow. 1 is lit. */
export function floorShadow(alpha: Plane, stage: Stage): Plane {
  const { width, height } = alpha;
  const { top, bottom } = rowsOf(alpha);
  const tall = Math.max(1, bottom - top);
  const contact = soles(alpha, bottom, tall);
  const cast = laidDown(alpha, { top, bottom, tall }, stage);
  const blurred = (plane: Plane, share: number) => {
    const radius = Math.max(1, Math.round(share * tall));
    return boxBlur(boxBlur(plane, radius), radius);
  };
  const [close, wide, soft] = [
    blurred(contact, 0.006),
    blurred(contact, 0.022),
    blurred(cast, 0.02 + 0.035 * stage.softness),
  ];
  const strength = 0.72 - 0.3 * stage.softness;
  const light = emptyPlane(width, height);
  for (let at = 0; at < light.data.length; at += 1) {
    const underSoles = 1 - 0.74 * clamp(0, (close.data[at] ?? 0) * 1.8, 1);
    const pool = 1 - 0.55 * clamp(0, (wide.data[at] ?? 0) * 3, 1);
    const fallen = 1 - strength * clamp(0, (soft.data[at] ?? 0) * 1.4, 1);
    light.data[at] = clamp(0.12, underSoles * pool * fallen, 1);
  }
  return light;
}

function rowsOf({ width, data }: Plane): { top: number; bottom: number } {
  const first = data.findIndex((value) => value > 0.5);
  const last = data.findLastIndex((value) => value > 0.5);
  return { top: Math.floor(Math.max(0, first) / width), bottom: Math.floor(Math.max(0, last) / width) };
}

/** Lowest point per column, darker near the ground. */
function soles({ width, height, data }: Plane, bottom: number, tall: number): Plane {
  const contact = emptyPlane(width, height);
  for (let x = 0; x < width; x += 1) {
    for (let y = bottom; y > bottom - footHeight * tall; y -= 1) {
      if ((data[y * width + x] ?? 0) < 0.5) continue;
      const nearness = clamp(0, 1.25 - (bottom - y) / (0.055 * tall), 1);
      for (let to = Math.max(0, y - 1); to <= Math.min(height - 1, y + 2); to += 1)
        contact.data[to * width + x] = nearness;
      break;
    }
  }
  return contact;
}

/** The shadow is short, because light is mostly high; backlight lays it forward. */
function laidDown(
  { width, height, data }: Plane,
  { top, bottom, tall }: { top: number; bottom: number; tall: number },
  { key, softness }: Stage,
): Plane {
  const cast = emptyPlane(width, height);
  const long = (0.28 + 0.25 * (1 - softness)) * tall;
  const squash = key.z > 0.1 ? 0.28 : -0.16;
  for (let y = top; y <= bottom; y += 1) {
    const up = (bottom - y) / tall;
    const row = Math.round(bottom + squash * up * long - 0.012 * tall);
    const shift = Math.round(-key.x * 0.9 * up * long);
    if (row < 0 || row >= height) continue;
    for (let x = Math.max(0, -shift); x < Math.min(width, width - shift); x += 1) {
      if ((data[y * width + x] ?? 0) < 0.5) continue;
      const to = row * width + x + shift;
      cast.data[to] = Math.max(cast.data[to] ?? 0, (1 - up) ** 1.6);
    }
  }
  return cast;
}
