import type { Photo } from "../photo.ts";
import type { Face } from "./faces.ts";

/** What is worth knowing about the faces of a photo before something is made of it. */
export type FaceNotice =
  | { kind: "none" }
  | { kind: "several"; count: number }
  /** `pixels`: how wide or high the largest face is in the photo. */
  | { kind: "small"; pixels: number }
  | { kind: "dark" }
  | { kind: "cut" };

/** Below this a face has too few pixels for a sharp portrait, in a photo as it is kept (at most 1920 px). */
const smallBelow = 90;
/** Luma of 255 below which half of a face lies in a dark one. */
const darkBelow = 70;
/**
 * Luma of 255 that a well lit face of any skin tone reaches somewhere (highlights, the white of the eyes): mid-grey. A face
 * with brighter parts is not called dark, whatever its skin.
 */
const litFrom = 118;
/** Share of the photo's longer side that counts as its edge. */
const edge = 0.006;

/**
 * What to say of a photo's faces: about the largest one, and how many there are. `enlarged`: how many times larger the
 * photo is than the copy that was looked at. Nothing for one face that is large, lit and whole.
 */
export function adviseOnFaces(faces: readonly Face[], photo: Photo, enlarged: number): FaceNotice[] {
  const [largest] = faces;
  if (!largest) return [{ kind: "none" }];
  const pixels = Math.round(largest.size * enlarged);
  return [
    ...(faces.length > 1 ? [{ kind: "several", count: faces.length } as const] : []),
    ...(pixels < smallBelow ? [{ kind: "small", pixels } as const] : []),
    ...(isDark(largest, photo) ? [{ kind: "dark" } as const] : []),
    ...(isCut(largest, photo) ? [{ kind: "cut" } as const] : []),
  ];
}

function isDark({ centre, size }: Face, { width, height, data }: Photo): boolean {
  const radius = 0.4 * size;
  const lumas: number[] = [];
  for (let y = Math.max(0, Math.round(centre.y - radius)); y < Math.min(height, centre.y + radius); y += 1) {
    for (let x = Math.max(0, Math.round(centre.x - radius)); x < Math.min(width, centre.x + radius); x += 1) {
      const at = (y * width + x) * 3;
      lumas.push(0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0));
    }
  }
  lumas.sort((one, other) => one - other);
  const tone = (share: number) => lumas[Math.floor(share * (lumas.length - 1))] ?? 255;
  return tone(0.5) < darkBelow && tone(0.95) < litFrom;
}

/** A face of which landmarks lie at the photo's edge or beyond goes on outside of it. */
function isCut({ landmarks }: Face, { width, height }: Photo): boolean {
  const margin = edge * Math.max(width, height);
  return landmarks.some(({ x, y }) => x < margin || y < margin || x > width - margin || y > height - margin);
}
