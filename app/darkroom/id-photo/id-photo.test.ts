import { expect, test } from "vitest";
import { emptyPlane, mapPlane } from "../pixels/plane.ts";
import { withoutBystanders } from "./id-photo.ts";

const side = 200;
const face = { centre: { x: 100, y: 80 }, size: 60, turn: 0, sureness: 1, landmarks: [] };
const all = mapPlane(emptyPlane(side, side), () => 1);
const seen = (holds: (x: number, y: number) => boolean) =>
  mapPlane(all, (_, at) => (holds(at % side, Math.floor(at / side)) ? 1 : 0));
const at = (x: number, y: number) => y * side + x;

test("clears a bystander beside the head and keeps the head and the shoulders", () => {
  const { data } = withoutBystanders(all, face, { salient: seen(() => false), bust: all });
  expect(data[at(20, 80)]).toBe(0);
  expect(data[at(180, 100)]).toBe(0);
  expect(data[at(100, 80)]).toBe(1);
  expect(data[at(130, 60)]).toBe(1);
  expect(data[at(40, 170)]).toBe(1);
});

test("keeps wide hair, which the saliency network sees", () => {
  const { data } = withoutBystanders(all, face, { salient: seen((x) => x < 100), bust: all });
  expect(data[at(40, 80)]).toBe(1);
  expect(data[at(160, 80)]).toBe(0);
});

test("clears people behind the shoulders, where the sitter seen alone ends", () => {
  const sitter = seen((x) => x > 60);
  const { data } = withoutBystanders(all, face, { salient: sitter, bust: sitter });
  expect(data[at(30, 190)]).toBe(0);
  expect(data[at(100, 190)]).toBe(1);
  const unseenSuit = withoutBystanders(all, face, { salient: seen(() => false), bust: sitter });
  expect(unseenSuit.data[at(100, 190)]).toBe(1);
});
