import { expect, test } from "vitest";
import { measureSubject } from "./measure-subject.ts";
import { sampleSitter, type SitterShape } from "./sample-sitter.ts";
import { stepBackArea } from "./step-back.ts";

function areaFor(shape: SitterShape) {
  const { photo, cut } = sampleSitter([200, 150, 120], shape);
  const subject = measureSubject(cut.alpha);
  return subject && stepBackArea(subject, photo);
}

test("a wide picture ends where the photo's lower edge cuts the person off, so that no cut shows", () => {
  const area = areaFor({});
  expect(area && area.top + area.height).toBe(200);
  expect(area && area.width).toBeGreaterThan(200);
});

test("a person cut off on one side stays at that side", () => {
  expect(areaFor({ headX: 0.2 })?.left).toBe(0);
  const right = areaFor({ headX: 0.8 });
  expect(right && right.left + right.width).toBe(160);
});

test("a person cut off on both sides, or at the top, cannot be made smaller", () => {
  expect(areaFor({ shoulders: 0.6 })).toBeNull();
  expect(areaFor({ headY: 0.05 })).toBeNull();
});
