import { expect, test } from "vitest";
import { closeUpArea } from "./close-up.ts";
import { measureSubject } from "./measure-subject.ts";
import { sampleSitter, type SitterShape } from "./sample-sitter.ts";

function measured(shape: SitterShape) {
  const { photo, cut } = sampleSitter([200, 150, 120], shape);
  const subject = measureSubject(cut.alpha);
  if (!subject) throw new Error("nobody there");
  return { photo, subject };
}

test.each([
  ["in the middle", { headX: 0.5, headY: 0.35 }],
  ["on the left", { headX: 0.3, headY: 0.3 }],
  ["small, far below the top", { headX: 0.6, headY: 0.55, headRadius: 0.07, shoulders: 0.16 }],
])("a head %s is found within a tenth of its size", (_, shape: SitterShape) => {
  const { subject } = measured(shape);
  const radius = shape.headRadius ?? 0.12;
  expect(Math.abs(subject.head.x - (shape.headX ?? 0))).toBeLessThan(radius * 0.2);
  expect(Math.abs(subject.head.top - ((shape.headY ?? 0) - radius))).toBeLessThan(radius * 0.2);
  expect((subject.head.bottom - subject.head.top) / (2 * radius)).toBeGreaterThan(0.85);
  expect((subject.head.bottom - subject.head.top) / (2 * radius)).toBeLessThan(1.25);
});

test("a close-up holds the whole head with air above it, and the shoulders' beginning", () => {
  const { photo, subject } = measured({ headX: 0.4, headY: 0.4, headRadius: 0.09 });
  const area = closeUpArea(subject, photo, false);
  if (!area) throw new Error("no close-up");
  const [headTop, chin] = [(0.4 - 0.09) * photo.height, (0.4 + 0.09) * photo.height];
  expect(area.top).toBeLessThan(headTop - 2);
  expect(area.top + area.height).toBeGreaterThan(chin + 0.09 * photo.height * 0.9);
  expect(Math.abs(area.left + area.width / 2 - 0.4 * photo.width)).toBeLessThan(4);
  expect(area.width / area.height).toBeCloseTo(0.8, 1);
  expect(area.height).toBeLessThan(photo.height * 0.6);
});

test("with another background the air above a head may be more than the photo has", () => {
  const { photo, subject } = measured({ headY: 0.1, headRadius: 0.1 });
  expect(closeUpArea(subject, photo, false)?.top).toBe(0);
  expect(closeUpArea(subject, photo, true)?.top).toBeLessThan(0);
});

test("a photo that is hardly more than a head is a close-up already", () => {
  const { photo, subject } = measured({ headY: 0.5, headRadius: 0.4, shoulders: 0.5 });
  expect(closeUpArea(subject, photo, false)).toBeNull();
});

test("an empty cut-out has no subject", () => {
  const { cut } = sampleSitter([200, 150, 120]);
  cut.alpha.data.fill(0);
  expect(measureSubject(cut.alpha)).toBeNull();
});
