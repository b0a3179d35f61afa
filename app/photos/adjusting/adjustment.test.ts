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
import { adjustingOf, readAdjusting } from "../../tools/adjust/adjusting.server.ts";

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

describe("a posted crop", () => {
  const whole = { width: 1600, height: 1200 };
  const read = (fields: Record<string, string>) => readAdjusting(new URLSearchParams(fields), whole);
  const frame = { left: 100, top: 50, width: 400, height: 300 };
  const numbers = { left: "100", top: "50", width: "400", height: "300" };

  describe("a form posted without scripts", () => {
    test("uses the whole photo when nothing is chosen", () => {
      const adjustment = { turn: 0, left: 0, top: 0, width: 1600, height: 1200 };
      expect(read({})).toMatchObject({ adjustment, errors: {} });
    });

    test("makes a frame of shape and position and ignores old numbers", () => {
      const { adjustment } = read({ shape: "square", across: "right", down: "top", ...numbers });
      expect(adjustment).toEqual({ turn: 0, left: 400, top: 0, width: 1200, height: 1200 });
    });

    test("turns the photo before it applies the shape", () => {
      const { adjustment } = read({ turn: "90", rotate: "right", shape: "wide", down: "bottom" });
      expect(adjustment).toEqual({ turn: 180, left: 0, top: 300, width: 1600, height: 900 });
      expect(read({ turn: "0", rotate: "left", shape: "whole" }).adjustment).toMatchObject({ turn: 270, width: 1200 });
    });

    test("uses free numbers as the frame and turns them with the photo", () => {
      expect(read({ shape: "own", ...numbers }).adjustment).toEqual({ turn: 0, ...frame });
      const turned = { turn: 90, left: 850, top: 100, width: 300, height: 400 };
      expect(read({ shape: "own", rotate: "right", ...numbers }).adjustment).toEqual(turned);
    });
  });

  test("prefers the numbers over the shape with scripts", () => {
    expect(read({ shape: "square", exact: "yes", ...numbers }).adjustment).toEqual({ turn: 0, ...frame });
  });

  describe("an invalid form", () => {
    test.for([
      [{ left: "-5" }, "left", "From the left: please enter a whole number from 0 to 1600."],
      [{ top: "" }, "top", "From the top: please enter a whole number from 0 to 1200."],
      [{ width: "1e3" }, "width", "Width: please enter a whole number from 0 to 1600."],
      [{ height: "123456789" }, "height", "Height: please enter a whole number from 0 to 1200."],
      [{ left: "1300" }, "width", "Left and width may be at most 1600 together: so wide is the photo."],
      [{ height: "0" }, "height", "Please keep at least 64 pixels of the width and of the height."],
      [{ width: "40" }, "width", "Please keep at least 64 pixels of the width and of the height."],
      [{ width: "1500", height: "100" }, "height", "The longer side may be at most 5 times the shorter one."],
    ] as const)("reports an error beside its field and keeps the input: %j", ([fields, field, message]) => {
      const typed = { ...numbers, ...fields };
      const { adjustment, errors, adjusting } = read({ shape: "own", ...typed });
      expect({ adjustment, errors }).toEqual({ adjustment: null, errors: { [field]: message } });
      expect(adjusting).toMatchObject({ typed, shape: "own", frame: { width: 1600, height: 1200 } });
    });

    test("reports several errors at once", () => {
      const { errors } = read({ shape: "own", left: "a", top: "b", width: "c", height: "d" });
      expect(Object.keys(errors)).toEqual(["left", "top", "width", "height"]);
    });

    test("refuses an unknown shape, position or turn", () => {
      const { errors, adjustment } = read({ shape: "star", across: "up", down: "7", turn: "45", ...numbers });
      expect(adjustment).toBeNull();
      expect(Object.keys(errors).sort()).toEqual(["across", "down", "shape", "turn"]);
    });
  });

  test("opens an adjusted photo with its frame", () => {
    expect(adjustingOf(whole, { turn: 90, ...frame })).toMatchObject({ turn: 90, shape: "own", frame, typed: numbers });
    expect(adjustingOf(whole, { turn: 90, left: 0, top: 0, width: 1200, height: 1600 }).shape).toBe("whole");
    expect(adjustingOf(whole, null)).toMatchObject({ turn: 0, shape: "whole", frame: whole });
  });
});
