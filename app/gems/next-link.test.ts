import { expect, test } from "vitest";
import { draftOf, withDraft } from "./draft-link.ts";

const id = "0b9f3f0e-6f0d-4b62-9d0a-3d1f4f3f9b11";

test("the run somebody came from stays in the links", () => {
  expect(withDraft("/buy-coins", draftOf(id))).toBe(`/buy-coins?draft=${id}`);
  expect(withDraft("/buy-coins/return?cancelled=1", draftOf(id))).toBe(`/buy-coins/return?cancelled=1&draft=${id}`);
});

test.for([null, "", "1", `${id}0`, `${id}&next=//evil.example`, "../gallery", id.toUpperCase()])(
  "%j is no run and is dropped",
  (value) => {
    expect(withDraft("/buy-coins", draftOf(value))).toBe("/buy-coins");
  },
);
