import { expect, test } from "vitest";
import { photoProblemMessages, photoProblemStatus } from "./photo-problems.ts";

test("an unsupported file is refused in the specification's words", () => {
  expect(photoProblemMessages.unsupported).toBe(
    "Unsupported file format. Please upload a .jpg, .jpeg, .png, .webp, .heic, .heif image.",
  );
});

test("a file that is too large is refused in the specification's words", () => {
  expect(photoProblemMessages["too-large"]).toBe("File too large. Please upload an image smaller than 10MB.");
});

test("too large, not an image and broken have the statuses that are promised", () => {
  expect(photoProblemStatus).toMatchObject({ "too-large": 413, unsupported: 415, broken: 422 });
});
