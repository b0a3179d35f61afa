import { describe, expect, test } from "vitest";
import { boxPlace, parseSubjectBox } from "./subject-box.ts";

describe("a box drawn round the subject", () => {
  test("is four numbers in percent", () => {
    expect(parseSubjectBox("10, 20.5,30,40")).toEqual({ left: 10, top: 20.5, width: 30, height: 40 });
  });

  test("is cut off at the photo's edges", () => {
    expect(parseSubjectBox("-10,80,50,90")).toEqual({ left: 0, top: 80, width: 40, height: 20 });
  });

  test.for([
    "",
    "1,2,3",
    "1,2,3,4,5",
    "a,b,c,d",
    "10,10,NaN,20",
    "10,10,1e3,20",
    "0,0,1,50",
    "100,0,20,20",
    "10,10,-5,20",
  ])("is none: %j", (text) => {
    expect(parseSubjectBox(text)).toBeNull();
  });

  test("runs from -1 at its left and top edge to 1 at the others", () => {
    const inBox = boxPlace({ left: 20, top: 40, width: 40, height: 20 });
    expect(inBox(0.2, 0.5)).toEqual({ across: -1, down: 0 });
    expect(inBox(0.6, 0.6)).toMatchObject({ across: 1, down: expect.closeTo(1) });
  });
});
