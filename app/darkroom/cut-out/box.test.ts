import { expect, test } from "vitest";
import { boxPlace } from "./box.ts";

test("a box runs from -1 at its left and top edge to 1 at the others", () => {
  const inBox = boxPlace({ left: 20, top: 40, width: 40, height: 20 });
  expect(inBox(0.2, 0.5)).toEqual({ across: -1, down: 0 });
  expect(inBox(0.6, 0.6)).toMatchObject({ across: 1, down: expect.closeTo(1) });
});
