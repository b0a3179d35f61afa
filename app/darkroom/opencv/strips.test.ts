import { beforeAll, expect, test } from "vitest";
import { loadOpenCv } from "./opencv.ts";
import { boxBlurLayers, drawInStrips } from "./strips.ts";

beforeAll(loadOpenCv);

test("enlarges layers in strips without seams or shifts", () => {
  const small = { width: 40, height: 40, depth: 2, data: new Float32Array(40 * 40 * 2) };
  for (let at = 0; at < 1600; at += 1) {
    small.data[at * 2] = at % 40;
    small.data[at * 2 + 1] = Math.floor(at / 40);
  }
  let rowsDrawn = 0;
  drawInStrips([small], { width: 160, height: 320 }, (top, rows, [strip]) => {
    expect(top).toBe(rowsDrawn);
    rowsDrawn += rows;
    for (let y = 8; y < rows - 8; y += 1) {
      for (let x = 8; x < 152; x += 16) {
        expect(strip?.[(y * 160 + x) * 2]).toBeCloseTo((x + 0.5) / 4 - 0.5, 1);
        const row = Math.min(39, Math.max(0, (top + y + 0.5) / 8 - 0.5));
        expect(strip?.[(y * 160 + x) * 2 + 1]).toBeCloseTo(row, 1);
      }
    }
  });
  expect(rowsDrawn).toBe(320);
});

test("averages each layer separately in a box blur", () => {
  const data = Float32Array.from({ length: 9 * 9 * 2 }, (_, at) => (at % 2 === 0 ? 1 : at === 81 ? 9 : 0));
  const blurred = boxBlurLayers({ width: 9, height: 9, depth: 2, data }, 1);
  expect(blurred.data[80]).toBeCloseTo(1);
  expect(blurred.data[81]).toBeCloseTo(1);
});
