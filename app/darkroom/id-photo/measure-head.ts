import { clamp, type Plane } from "../pixels/plane.ts";
import type { Size } from "../opencv/filters.ts";
import type { Face, Landmark, Point } from "../vision/faces.ts";
import { type Head, mostTurn } from "./frame.ts";

/** Indices of MediaPipe Face Mesh. */
const corners = { rightEye: [33, 133], leftEye: [362, 263], cheeks: [234, 454] } as const;
const chinAt = 152;

/** Eyes lie halfway between chin and crown: the classical canon of the head. */
const crownOfChin = 1;
/** Less than this would be a head cut by a wrong outline. */
const leastCrown = 0.8;

export function eyesOf(landmarks: readonly Landmark[]): { right: Point; left: Point; middle: Point; turn: number } {
  const [right, left] = [meanOf(landmarks, corners.rightEye), meanOf(landmarks, corners.leftEye)];
  const middle = { x: (right.x + left.x) / 2, y: (right.y + left.y) / 2 };
  return { right, left, middle, turn: Math.atan2(left.y - right.y, left.x - right.x) };
}

/**
 * `outline`: the subject, 0 to 1, of any size. The crown is estimated from the face, and never above what the outline
 * shows: a shaved head has no hair to subtract.
 */
export function measureHead({ landmarks }: Pick<Face, "landmarks">, outline: Plane, photo: Size): Head {
  const { middle: eyes, turn: tilt } = eyesOf(landmarks);
  const turn = clamp(-mostTurn, tilt, mostTurn);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const along = ({ x, y }: Point) => (y - eyes.y) * cos - (x - eyes.x) * sin;
  const across = ({ x, y }: Point) => (x - eyes.x) * cos + (y - eyes.y) * sin;
  const toChin = along(landmarks[chinAt] ?? eyes);
  const cheeks = meanOf(landmarks, corners.cheeks);
  const toHair = topOfOutline(outline, photo, { eyes, turn, toChin });
  const byFace = crownOfChin * toChin;
  const toCrown = Math.max(leastCrown * toChin, Math.min(byFace, toHair));
  return { eyes, turn, toChin, toCrown, toHair: Math.max(toHair, toCrown), aside: across(cheeks) / 2 };
}

/** Px above the eyes where the outline ends, within the width of the head and twice its height. */
function topOfOutline(
  { width, height, data }: Plane,
  photo: Size,
  { eyes, turn, toChin }: Pick<Head, "eyes" | "turn" | "toChin">,
): number {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const isSubject = (across: number, up: number) => {
    const x = Math.floor(((eyes.x + across * cos + up * sin) * width) / photo.width);
    const y = Math.floor(((eyes.y + across * sin - up * cos) * height) / photo.height);
    return x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 0) > 0.5;
  };
  const step = Math.max(1, toChin / 200);
  let top = 0;
  for (let up = 0; up < 2 * toChin; up += step) {
    let seen = 0;
    for (let share = -0.6; share <= 0.6; share += 0.1) if (isSubject(share * toChin, up)) seen += 1;
    if (seen === 0) break;
    // A single strand is not the head's top.
    if (seen > 1) top = up;
  }
  return top;
}

function meanOf(landmarks: readonly Landmark[], indices: readonly number[]): Point {
  const points = indices.map((index) => landmarks[index] ?? { x: 0, y: 0 });
  const sum = points.reduce((one, other) => ({ x: one.x + other.x, y: one.y + other.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}
