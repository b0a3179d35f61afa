import { expect, test } from "vitest";
import { frameOf } from "./box.ts";

test("converts a box in percent to pixels with a small margin", () => {
  expect(frameOf({ left: 20, top: 40, width: 40, height: 20 }, { width: 1000, height: 500 })).toEqual({
    left: 188,
    top: 197,
    width: 424,
    height: 106,
  });
});

test("keeps a box at the photo's corner within the photo", () => {
  const frame = frameOf({ left: 0, top: 0, width: 100, height: 100 }, { width: 300, height: 200 });
  expect(frame).toEqual({ left: 0, top: 0, width: 300, height: 200 });
});
