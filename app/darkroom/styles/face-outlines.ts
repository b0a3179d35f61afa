import type { Point } from "../vision/faces.ts";
import type { SeenFace } from "./seeing.ts";

/** Lids from outer to inner corner, crease, brow edges. */
export interface EyeOutline {
  readonly upper: readonly number[];
  readonly lower: readonly number[];
  readonly crease: readonly number[];
  readonly brow: readonly [readonly number[], readonly number[]];
}

/** Right eye, then left; indices of MediaPipe's face mesh. */
export const eyeOutlines: readonly [EyeOutline, EyeOutline] = [
  {
    upper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
    lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
    crease: [247, 30, 29, 27, 28, 56, 190],
    brow: [
      [70, 63, 105, 66, 107],
      [46, 53, 52, 65, 55],
    ],
  },
  {
    upper: [263, 466, 388, 387, 386, 385, 384, 398, 362],
    lower: [263, 249, 390, 373, 374, 380, 381, 382, 362],
    crease: [467, 260, 259, 257, 258, 286, 414],
    brow: [
      [300, 293, 334, 296, 336],
      [276, 283, 282, 295, 285],
    ],
  },
];

export const lips = {
  top: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  bottom: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
  innerTop: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  innerBottom: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
} as const;

/** Clockwise from the forehead's middle. */
export const faceOval = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

export const innerFace = [
  234, 93, 132, 58, 172, 136, 150, 176, 152, 400, 379, 365, 397, 288, 361, 323, 454, 9,
] as const;

export const jaw = [58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288] as const;

export const beardGround = [
  132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 411, 426, 327, 2, 98, 206, 187,
] as const;

export const plainSkin = [50, 280, 205, 425, 9] as const;

export type Landmarks = readonly Point[];

export const landmark = (landmarks: Landmarks, index: number): Point => landmarks[index] ?? { x: 0, y: 0 };

export const outlineOf = (landmarks: Landmarks, indices: readonly number[]): Point[] =>
  indices.map((index) => landmark(landmarks, index));

export const ringOf = (one: readonly Point[], other: readonly Point[]): Point[] => [
  ...one,
  ...other.slice(1, -1).toReversed(),
];

export const moved = (from: Point, by: Point, times = 1): Point => ({
  x: from.x + by.x * times,
  y: from.y + by.y * times,
});

export const between = (one: Point, other: Point, share: number): Point => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
});

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** A band around the forehead, from and to multiples of its distance from the nose's root. */
export function capOf({ landmarks, turn }: SeenFace, from: number, to: number) {
  const root = landmark(landmarks, 168);
  const [across, down] = [Math.cos(turn), Math.sin(turn)];
  const brow = outlineOf(
    landmarks,
    faceOval.filter((_, index) => index < 8 || index > 28),
  ).toSorted((one, other) => (one.x - other.x) * across + (one.y - other.y) * down);
  const outwards = (times: number) =>
    brow.map((point) => moved(root, { x: point.x - root.x, y: point.y - root.y }, times));
  return [...outwards(from), ...outwards(to).toReversed()];
}

export const headOf = (face: SeenFace) => ovalAround(face, { aside: 1.05, above: 1.05, below: 1.25 });
export const earsOf = (face: SeenFace) => ovalAround(face, { aside: 0.72, above: 0.7, below: 0.6 });

/** Face sizes from the face's centre. */
function ovalAround({ centre, size }: SeenFace, reach: { aside: number; above: number; below: number }) {
  return Array.from({ length: 24 }, (_, index) => {
    const [x, y] = [Math.cos((index * Math.PI) / 12), Math.sin((index * Math.PI) / 12)];
    return { x: centre.x + x * size * reach.aside, y: centre.y + y * size * (y > 0 ? reach.below : reach.above) };
  });
}
