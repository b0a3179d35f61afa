import type { IdDocument, Range } from "../../tools/id-photo/documents.ts";
import { clamp, type Plane } from "../pixels/plane.ts";
import type { Size } from "../opencv/filters.ts";
import type { Point } from "../vision/faces.ts";

/**
 * A head in the photo, in photo px. Distances are measured along the head's own axis, from the line between the eyes.
 */
export interface Head {
  readonly eyes: Point;
  /** Clockwise tilt in radians, which the frame turns back. */
  readonly turn: number;
  readonly toChin: number;
  /** Skull without hair. */
  readonly toCrown: number;
  readonly toHair: number;
  /** Distance of the face's middle to the right of the eyes' middle. */
  readonly aside: number;
}

/** Place of the document's picture in the photo. Lengths in mm, except `scale`, px of the photo for a mm. */
export interface Frame {
  readonly head: number;
  readonly eyes: number;
  readonly chin: number;
  readonly scale: number;
  readonly corner: (across: number, down: number) => Point;
}

/** Sides of the photo that the picture may exceed, because they show only background. */
export interface Open {
  readonly top: boolean;
  readonly left: boolean;
  readonly right: boolean;
}

export const closedSides: Open = { top: false, left: false, right: false };

/** A side is open if the person does not touch it. */
export function openSides({ width, height, data }: Plane): Open {
  const touches = (count: number, at: (index: number) => number) => {
    let solid = 0;
    for (let index = 0; index < count; index += 1) if ((data[at(index)] ?? 0) > 0.5) solid += 1;
    return solid > 0.01 * count;
  };
  return {
    top: !touches(width, (x) => x),
    left: !touches(height, (y) => y * width),
    right: !touches(height, (y) => y * width + width - 1),
  };
}

/** Radians; the person must correct a greater tilt. */
export const mostTurn = (5 * Math.PI) / 180;

/** Share of the picture's height: ISO/IEC 19794-5, for documents without a rule of their own. */
const usualEyes = { least: 0.5, most: 0.7 };
/** Share of the space above and below the head that lies above it. */
const spaceAbove = 0.4;
/** mm around head and hair. */
const leastMargin = 1.5;
/** Largest offset of the face from the middle, as a share of the width: ISO/IEC 19794-5 allows 5 %. */
const mostAside = 0.04;
/** Measures are not exact, so the ends of a range are avoided. */
const safety = 0.12;

const steps = 24;

/**
 * Finds the frame nearest to the middle of the document's ranges within the photo. Null if none fits: the photo has too
 * little around the head.
 */
export function planFrame(head: Head, document: IdDocument, photo: Size, open: Open): Frame | null {
  const { size } = document;
  const top = document.headTo === "crown" ? head.toCrown : head.toHair;
  const heads = inner(document.head);
  const eyes = inner(document.eyes ?? { least: usualEyes.least * size.height, most: usualEyes.most * size.height });
  let best: { frame: Frame; cost: number } | null = null;
  for (const mm of spread(heads)) {
    const scale = (head.toChin + top) / mm;
    const bestEyes = document.eyes
      ? middle(eyes)
      : clamp(eyes.least, (1 - spaceAbove) * (size.height - mm) + head.toChin / scale, eyes.most);
    for (const above of spread(eyes)) {
      const chin = above - head.toChin / scale;
      const crown = size.height - above - head.toCrown / scale;
      if (chin < leastMargin || crown < leastMargin) continue;
      const lostHair = Math.max(0, leastMargin - (size.height - above - head.toHair / scale));
      for (const shift of [0, -mostAside, mostAside]) {
        const cost =
          Math.abs(mm - middle(heads)) / width(heads) +
          Math.abs(above - bestEyes) / width(eyes) +
          lostHair +
          4 * Math.abs(shift);
        if (best && cost >= best.cost) continue;
        const frame = frameAt(head, document, { head: mm, eyes: above, chin, scale, shift });
        if (fits(frame, document, photo, open)) best = { frame, cost };
      }
    }
  }
  return best?.frame ?? null;
}

function frameAt(
  { eyes, turn, aside }: Head,
  { size }: IdDocument,
  { head, eyes: above, chin, scale, shift }: Record<"head" | "eyes" | "chin" | "scale" | "shift", number>,
): Frame {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const corner = (across: number, down: number) => {
    const x = (across - (0.5 + shift) * size.width) * scale + aside;
    const y = (down - (size.height - above)) * scale;
    return { x: eyes.x + x * cos - y * sin, y: eyes.y + x * sin + y * cos };
  };
  return { head, eyes: above, chin, scale, corner };
}

/** Px by which a corner may exceed an edge. */
const slack = 1.5;

function fits({ corner }: Frame, { size }: IdDocument, photo: Size, open: Open): boolean {
  const corners = [corner(0, 0), corner(size.width, 0), corner(0, size.height), corner(size.width, size.height)];
  return corners.every(
    ({ x, y }) =>
      y <= photo.height + slack &&
      (open.top || y >= -slack) &&
      (open.left || x >= -slack) &&
      (open.right || x <= photo.width + slack),
  );
}

const width = ({ least, most }: Range) => most - least;
const middle = ({ least, most }: Range) => (least + most) / 2;

function inner(range: Range): Range {
  return { least: range.least + safety * width(range), most: range.most - safety * width(range) };
}

function spread({ least, most }: Range): number[] {
  return Array.from({ length: steps + 1 }, (_, step) => least + ((most - least) * step) / steps);
}
