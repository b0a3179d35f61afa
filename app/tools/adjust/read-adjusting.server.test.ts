import { describe, expect, test } from "vitest";
import { adjustingOf, readAdjusting } from "./read-adjusting.server.ts";

const whole = { width: 1600, height: 1200 };
const read = (fields: Record<string, string>) => readAdjusting(new URLSearchParams(fields), whole);
const frame = { left: 100, top: 50, width: 400, height: 300 };
const numbers = { left: "100", top: "50", width: "400", height: "300" };

describe("what a page without scripts sends", () => {
  test("nothing chosen is the whole photo", () => {
    const adjustment = { turn: 0, left: 0, top: 0, width: 1600, height: 1200 };
    expect(read({})).toMatchObject({ adjustment, errors: {} });
  });

  test("a shape and its position are a frame, whatever the numbers were before", () => {
    const { adjustment } = read({ shape: "square", across: "right", down: "top", ...numbers });
    expect(adjustment).toEqual({ turn: 0, left: 400, top: 0, width: 1200, height: 1200 });
  });

  test("turned first, then the shape is cut out", () => {
    const { adjustment } = read({ turn: "90", rotate: "right", shape: "wide", down: "bottom" });
    expect(adjustment).toEqual({ turn: 180, left: 0, top: 300, width: 1600, height: 900 });
    expect(read({ turn: "0", rotate: "left", shape: "whole" }).adjustment).toMatchObject({ turn: 270, width: 1200 });
  });

  test("free numbers are the frame, and turn with the photo", () => {
    expect(read({ shape: "own", ...numbers }).adjustment).toEqual({ turn: 0, ...frame });
    const turned = { turn: 90, left: 850, top: 100, width: 300, height: 400 };
    expect(read({ shape: "own", rotate: "right", ...numbers }).adjustment).toEqual(turned);
  });
});

test("with scripts the numbers are the frame whatever the shape", () => {
  expect(read({ shape: "square", exact: "yes", ...numbers }).adjustment).toEqual({ turn: 0, ...frame });
});

describe("what cannot be is said beside its field, and what was typed is kept", () => {
  test.for([
    [{ left: "-5" }, "left", "From the left: please enter a whole number from 0 to 1600."],
    [{ top: "" }, "top", "From the top: please enter a whole number from 0 to 1200."],
    [{ width: "1e3" }, "width", "Width: please enter a whole number from 0 to 1600."],
    [{ height: "123456789" }, "height", "Height: please enter a whole number from 0 to 1200."],
    [{ left: "1300" }, "width", "Left and width may be at most 1600 together: so wide is the photo."],
    [{ height: "0" }, "height", "Please keep at least 64 pixels of the width and of the height."],
    [{ width: "40" }, "width", "Please keep at least 64 pixels of the width and of the height."],
    [{ width: "1500", height: "100" }, "height", "The longer side may be at most 5 times the shorter one."],
  ] as const)("%j", ([fields, field, message]) => {
    const typed = { ...numbers, ...fields };
    const { adjustment, errors, adjusting } = read({ shape: "own", ...typed });
    expect({ adjustment, errors }).toEqual({ adjustment: null, errors: { [field]: message } });
    expect(adjusting).toMatchObject({ typed, shape: "own", frame: { width: 1600, height: 1200 } });
  });

  test("several at once", () => {
    const { errors } = read({ shape: "own", left: "a", top: "b", width: "c", height: "d" });
    expect(Object.keys(errors)).toEqual(["left", "top", "width", "height"]);
  });

  test("a shape or position that is none, a turn in between", () => {
    const { errors, adjustment } = read({ shape: "star", across: "up", down: "7", turn: "45", ...numbers });
    expect(adjustment).toBeNull();
    expect(Object.keys(errors).sort()).toEqual(["across", "down", "shape", "turn"]);
  });
});

test("a photo adjusted before opens with its frame", () => {
  expect(adjustingOf(whole, { turn: 90, ...frame })).toMatchObject({ turn: 90, shape: "own", frame, typed: numbers });
  expect(adjustingOf(whole, { turn: 90, left: 0, top: 0, width: 1200, height: 1600 }).shape).toBe("whole");
  expect(adjustingOf(whole, null)).toMatchObject({ turn: 0, shape: "whole", frame: whole });
});
