import { expect, test } from "vitest";
import { maxUploadBytes } from "./limits.ts";
import { readUpload } from "./read-upload.server.ts";
import { photoProblemMessages, photoProblemStatus } from "./photo-problems.ts";

const post = (body: BodyInit, headers?: HeadersInit) =>
  readUpload(
    new Request("http://photogem.example/surprise-me", { method: "POST", body, ...(headers ? { headers } : {}) }),
  );

function form(...files: [field: string, bytes: number, name: string][]): FormData {
  const data = new FormData();
  for (const [field, bytes, name] of files) data.append(field, new File([new Uint8Array(bytes)], name));
  return data;
}

test("reads the first photo of a form and ignores the rest", async () => {
  const reading = await post(form(["other", 5, "x.jpg"], ["image", 12, "ada.jpg"], ["image", 13, "second.jpg"]));
  expect(reading).toMatchObject({ ok: true, upload: { fileName: "ada.jpg" } });
  expect(reading.ok && reading.upload.bytes.length).toBe(12);
});

test.each([
  ["a form without a photo", form(), "empty"],
  ["a file field left empty", form(["image", 0, ""]), "empty"],
  ["one byte too many", form(["image", maxUploadBytes + 1, "big.jpg"]), "too-large"],
  ["a file name of 9000 characters", form(["image", 9, `${"a".repeat(9000)}.jpg`]), "broken"],
  [
    "more files than a form of ours has",
    form(...Array.from({ length: 9 }, () => ["x", 1, "x.jpg"] as [string, number, string])),
    "unsupported",
  ],
])("returns a problem for %s", async (_, body, problem) => {
  expect(await post(body)).toEqual({ ok: false, problem });
});

test("returns a problem for a thousand fields", async () => {
  const data = new FormData();
  for (let index = 0; index < 1100; index += 1) data.append(`field${index}`, "x");
  expect(await post(data)).toEqual({ ok: false, problem: "broken" });
});

test("stops reading a body that is no multipart form", async () => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(await post("image=x", headers)).toEqual({ ok: false, problem: "empty" });
});

test("returns a problem for a multipart form that is cut off", async () => {
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  expect(
    await post('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc', headers),
  ).toEqual({ ok: false, problem: "broken" });
});

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
