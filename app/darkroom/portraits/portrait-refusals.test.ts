import { expect, test } from "vitest";
import { cameraAngles } from "../../tools/portrait-studio/portrait-options.ts";
import { refusesPortrait } from "./portrait-refusals.ts";

test("refuses the back with an alternative", () => {
  expect(refusesPortrait({ tool: "portrait-studio", angle: "back" })).toBe(
    "The back view cannot be made from this photo. Choose another angle.",
  );
});

test("tries every other angle", () => {
  expect(cameraAngles.map(({ id }) => refusesPortrait({ tool: "portrait-studio", angle: id }))).toEqual(
    cameraAngles.map(() => null),
  );
});
