import { boxBlur, type Size } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { clamp, emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { type Face, faceHulls } from "../vision/faces.ts";

/** Zone of translucent hair, and its depth. */
export interface HairZone {
  readonly where: Plane;
  readonly depth: number;
}

/** Share of the face's size. */
const curlDepth = 0.12;
/** An ellipse in face sizes: half axes, and the distance of its centre above the face's. */
const [halfWidth, halfHeight, raised] = [1.05, 0.9, 0.3];
/** Factor for the landmarks' hull, because ears and hairline surround it. */
const faceMargin = 1.12;
/** RGB distances, 0 to 441: skin below, not skin above. */
const [skinBelow, skinAbove] = [18, 40];
/** Shares of the face's brightness. */
const [darkest, brightest] = [0.45, 1.35];
const [shadowBelow, lightAbove] = [45, 85];
const leastFace = 0.6;

/** Finds hair around large faces (in photo px), without skin. Null when the outline's `band` (px) is deep enough. */
export function hairZone(small: Photo, faces: readonly Face[], photo: Size, band: number): HairZone | null {
  const scale = small.width / photo.width;
  const largest = Math.max(0, ...faces.map(({ size }) => size));
  const depth = Math.round(curlDepth * largest * scale);
  if (depth <= band) return null;
  const where = emptyPlane(small.width, small.height);
  for (const face of faces.filter(({ size }) => size > leastFace * largest)) {
    const skin = meanColour(small, faceHulls([face], photo, small, 0.8));
    const x0 = face.centre.x * scale;
    const y0 = (face.centre.y - raised * face.size) * scale;
    const across = halfWidth * face.size * scale;
    const high = halfHeight * face.size * scale;
    const left = Math.max(0, Math.floor(x0 - across));
    const top = Math.max(0, Math.floor(y0 - high));
    for (let y = top; y < Math.min(small.height, y0 + high); y += 1) {
      for (let x = left; x < Math.min(small.width, x0 + across); x += 1) {
        const away = Math.sqrt(((x - x0) / across) ** 2 + ((y - y0) / high) ** 2);
        if (away > 1) continue;
        const at = y * small.width + x;
        const unlike = smoothstep(skinBelow, skinAbove, offSkin(small, at, skin));
        const lit = smoothstep(shadowBelow, lightAbove, small.data[at * 3 + 1] ?? 0);
        where.data[at] = Math.max(where.data[at] ?? 0, smoothstep(1, 0.85, away) * unlike * lit);
      }
    }
  }
  const inFaces = faceHulls(faces, photo, small, faceMargin);
  for (let at = 0; at < inFaces.length; at += 1) if (inFaces[at] === 1) where.data[at] = 0;
  return { where: boxBlur(where, 1), depth };
}

type Rgb = readonly [red: number, green: number, blue: number];

function meanColour({ data }: Photo, mask: Uint8Array): Rgb {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at] !== 1) continue;
    count += 1;
    for (const channel of [0, 1, 2] as const) sum[channel] += data[at * 3 + channel] ?? 0;
  }
  const share = 1 / Math.max(1, count);
  return [sum[0] * share, sum[1] * share, sum[2] * share];
}

/** Distance from the skin's colour under the best-fitting light. */
function offSkin({ data }: Photo, at: number, [red, green, blue]: Rgb): number {
  const [r, g, b] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
  const light = (r * red + g * green + b * blue) / (red * red + green * green + blue * blue + 1);
  const share = clamp(darkest, light, brightest);
  return Math.sqrt((r - share * red) ** 2 + (g - share * green) ** 2 + (b - share * blue) ** 2);
}
