import { describe, expect, test } from "vitest";
import { adjustingOf, readAdjusting } from "./adjusting.server.ts";

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
