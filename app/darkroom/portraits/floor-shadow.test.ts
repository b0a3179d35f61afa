import { beforeAll, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane } from "../pixels/plane.ts";
import { floorShadow } from "./floor-shadow.ts";
import { mirrored, stageOf } from "./stages.ts";

beforeAll(loadOpenCv);

/** A pillar from row 20 to row 160, 20 pixels wide. */
const pillar = emptyPlane(160, 200);
for (let y = 20; y < 160; y += 1) pillar.data.fill(1, y * 160 + 70, y * 160 + 90);

const lightAt = (stage: ReturnType<typeof stageOf>, x: number, y: number) =>
  floorShadow(pillar, stage).data[y * 160 + x] ?? 0;

test("darkens the floor under the soles and keeps it lit further away", () => {
  const stage = stageOf("clean-white-studio");
  expect(lightAt(stage, 80, 160)).toBeLessThan(0.5);
  expect(lightAt(stage, 10, 30)).toBeGreaterThan(0.97);
  expect(lightAt(stage, 80, 195)).toBeGreaterThan(0.9);
});

test("casts the shadow away from the light", () => {
  const stage = stageOf("desert-landscape");
  expect(lightAt(stage, 50, 163)).toBeLessThan(lightAt(stage, 110, 163));
  expect(lightAt(mirrored(stage), 50, 163)).toBeGreaterThan(lightAt(mirrored(stage), 110, 163));
});
