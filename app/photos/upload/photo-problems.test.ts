import { expect, test } from "vitest";
import { photoProblemMessages, photoProblemStatus } from "./photo-problems.ts";

test("refuses an unsupported file with the specified message", () => {
  expect(photoProblemMessages.unsupported).toBe(
    "Unsupported file format. Please upload a .jpg, .jpeg, .png, .webp, .heic, .heif image.",
  );
});

test("refuses a file over the limit with the specified message", () => {
  expect(photoProblemMessages["too-large"]).toBe("File too large. Please upload an image smaller than 10MB.");
});

test("answers too large, not an image and broken with the specified statuses", () => {
  expect(photoProblemStatus).toMatchObject({ "too-large": 413, unsupported: 415, broken: 422 });
});
