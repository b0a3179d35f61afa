import type { Photo } from "../work.ts";
import type { Face } from "./faces.ts";

export type FaceNotice =
  | { kind: "none" }
  | { kind: "several"; count: number }
  /** Px of the largest face in the photo. */
  | { kind: "small"; pixels: number }
  | { kind: "dark" }
  | { kind: "cut" };

/** Px of a stored photo (at most 1920). */
const smallBelow = 90;
/** Median luma of a dark face. */
const darkBelow = 70;
/** Luma that a lit face of any skin tone reaches in highlights or eye whites: mid-grey. */
const litFrom = 118;
const edge = 0.006;

/** `enlarged`: size of the photo over its measured copy. Empty for one large, lit, whole face. */
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

function isCut({ landmarks }: Face, { width, height }: Photo): boolean {
  const margin = edge * Math.max(width, height);
  return landmarks.some(({ x, y }) => x < margin || y < margin || x > width - margin || y > height - margin);
}
