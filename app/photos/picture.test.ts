import { expect, test } from "vitest";
import { picturePreset, pictureWidths } from "./picture.ts";

test.each(pictureWidths)("serves %i px as AVIF, WebP and JPEG", (width) => {
  for (const format of ["avif", "webp", "jpeg"] as const) {
    expect(picturePreset(`${width}.${format}`)).toEqual({ width, format });
  }
});

test.each(["full", "641.webp", "640.png", "640", "0640.webp", "640.WEBP", "../640.webp", "", "constructor"])(
  "refuses %s as a picture size",
  (name) => {
    expect(picturePreset(name)).toBeUndefined();
  },
);
