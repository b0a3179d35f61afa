import { describe, expect, test } from "vitest";
import {
  changesNothing,
  type Frame,
  frameProblem,
  grownFrame,
  largestFrame,
  movedFrame,
  pulledFrame,
  type Side,
  type Turn,
  turnedFrame,
  turnedOn,
  turnedSize,
  wholeFrame,
} from "./adjustment.ts";
import { frameOfShape, shapes } from "./shapes.ts";

const size = { width: 1920, height: 1080 };
const frame = { left: 100, top: 50, width: 400, height: 300 };

describe("turning a frame", () => {
  test("returns to the same frame after four quarter turns to either side", () => {
    for (const side of ["left", "right"] as const) {
      let [turn, turned, around]: [Turn, Frame, typeof size] = [0, frame, size];
      const seen: Turn[] = [];
      for (let quarter = 0; quarter < 4; quarter += 1) {
        turned = turnedFrame(turned, around, side);
        turn = turnedOn(turn, side);
        around = turnedSize(size, turn);
        seen.push(turn);
      }
      expect(turned).toEqual(frame);
      expect(seen).toEqual(side === "right" ? [90, 180, 270, 0] : [270, 180, 90, 0]);
    }
  });

  test("moves a frame at the upper left corner to the upper right with the photo", () => {
    const corner = { left: 0, top: 0, width: 200, height: 100 };
    const where = (side: Side) => turnedFrame(corner, size, side);
    expect(where("right")).toEqual({ left: 1080 - 100, top: 0, width: 100, height: 200 });
    expect(where("left")).toEqual({ left: 0, top: 1920 - 200, width: 100, height: 200 });
  });
});

describe("frames of a shape", () => {
  test.for(shapes)("fits the largest frame into the photo at every turn: $name", ({ id }) => {
    for (const around of [size, turnedSize(size, 90), { width: 65, height: 64 }]) {
      for (const place of [0, 0.5, 1]) {
        const found = frameOfShape(id, around, place, place);
        expect(found.left + found.width).toBeLessThanOrEqual(around.width);
        expect(found.top + found.height).toBeLessThanOrEqual(around.height);
        expect(found.width === around.width || found.height === around.height).toBe(true);
      }
    }
  });

  test("places a frame at the requested position", () => {
    expect(largestFrame(size, 1, 0, 0.5)).toEqual({ left: 0, top: 0, width: 1080, height: 1080 });
    expect(largestFrame(size, 1)).toEqual({ left: 420, top: 0, width: 1080, height: 1080 });
    expect(largestFrame(size, 1, 1)).toEqual({ left: 840, top: 0, width: 1080, height: 1080 });
    expect(largestFrame(turnedSize(size, 90), 16 / 9, 0, 1)).toEqual({ left: 0, top: 1312, width: 1080, height: 608 });
  });
});

describe("a frame", () => {
  test("changes nothing when it covers the whole photo, unless it is turned", () => {
    expect(changesNothing({ turn: 0, ...wholeFrame(size) }, size)).toBe(true);
    expect(changesNothing({ turn: 180, ...wholeFrame(size) }, size)).toBe(false);
    expect(changesNothing({ turn: 0, ...frame }, size)).toBe(false);
  });

  test.for([
    [{ ...frame, width: 63 }, "width", /at least 64 pixels/],
    [{ ...frame, height: 0 }, "height", /at least 64 pixels/],
    [{ ...frame, left: 1521 }, "width", /at most 1920 together/],
    [{ ...frame, top: 781 }, "height", /at most 1080 together/],
    [{ ...frame, width: 1501, left: 0 }, "height", /at most 5 times/],
  ] as const)("reports an invalid frame beside the field at fault: %j", ([wrong, field, message]) => {
    expect(frameProblem(wrong, size)).toEqual({ field, message: expect.stringMatching(message) });
  });

  test("accepts a frame up to the photo's edges", () => {
    expect(frameProblem({ left: 1520, top: 780, width: 400, height: 300 }, size)).toBeNull();
  });

  test("stops a pushed frame at the photo's edges", () => {
    expect(movedFrame(frame, size, { x: -500, y: 20 })).toEqual({ ...frame, left: 0, top: 70 });
    expect(movedFrame(frame, size, { x: 5000, y: 5000 })).toEqual({ ...frame, left: 1520, top: 780 });
  });

  test("follows a dragged corner while the opposite one stays", () => {
    expect(pulledFrame(frame, size, { x: 0, y: 0 }, { x: 60, y: 20 }, null)).toEqual({
      left: 60,
      top: 20,
      width: 440,
      height: 330,
    });
    expect(pulledFrame(frame, size, { x: 1, y: 1 }, { x: 9999, y: 60 }, null)).toEqual({
      ...frame,
      width: 320,
      height: 64,
    });
  });

  test.for([1, 4 / 5, 16 / 9, 9 / 16])("keeps ratio %d of a dragged frame within the photo", (ratio) => {
    const start = frameOfShape("square", size);
    for (const x of [0, 1] as const)
      for (const y of [0, 1] as const)
        for (const to of [-300, 0, 333, 1000, 4000]) {
          const pulled = pulledFrame(start, size, { x, y }, { x: to, y: to }, ratio);
          expect(frameProblem(pulled, size)).toBeNull();
          expect(Math.abs(pulled.width / pulled.height - ratio)).toBeLessThan(0.02);
        }
  });

  test("grows and shrinks a frame by its lower right corner", () => {
    expect(grownFrame(frame, size, { x: 20, y: 0 }, null)).toEqual({ ...frame, width: 420 });
    expect(grownFrame(frame, size, { x: 0, y: -20 }, null)).toEqual({ ...frame, height: 280 });
    const square = { left: 0, top: 0, width: 500, height: 500 };
    expect(grownFrame(square, size, { x: -20, y: 0 }, 1)).toEqual({ ...square, width: 480, height: 480 });
    expect(grownFrame(square, size, { x: 0, y: 20 }, 1)).toEqual({ ...square, width: 520, height: 520 });
  });
});
