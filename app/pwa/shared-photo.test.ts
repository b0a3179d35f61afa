import { beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../../tests/fixtures/fake-caches.ts";
import { forgetOldSharedPhoto, storeSharedPhotos, sharedPhotoFor } from "./shared-photo.ts";

beforeEach(() => void vi.stubGlobal("caches", fakeCaches()));

const file = new File(["photo"], "Ọjà ní Èkó.jpg", { type: "image/jpeg" });
const noon = Date.parse("2026-11-21T12:00:00Z");
const minutes = (count: number) => noon + count * 60_000;

test("offers a photo shared before signing in to the first member who signs in", async () => {
  await storeSharedPhotos({ files: [file], member: null }, noon);
  for (const member of ["ada", "ada"]) {
    const photo = await sharedPhotoFor(member, minutes(59));
    expect(photo).toMatchObject({ name: file.name, type: "image/jpeg" });
    expect(await photo?.text()).toBe("photo");
  }
});

test("deletes a member's shared photo once another member asks for it", async () => {
  await storeSharedPhotos({ files: [file], member: "ada" }, noon);
  expect(await sharedPhotoFor("bayo", noon)).toBeNull();
  expect(await sharedPhotoFor("ada", noon)).toBeNull();
});

test.each([
  ["after an hour", minutes(60)],
  ["when the clock was set back", minutes(-1)],
])("deletes a shared photo %s", async (_, now) => {
  await storeSharedPhotos({ files: [file], member: "ada" }, noon);
  await forgetOldSharedPhoto(minutes(30));
  expect(await caches.keys()).toEqual(["shared-photo"]);
  await forgetOldSharedPhoto(now);
  expect(await caches.keys()).toEqual([]);
  expect(await sharedPhotoFor("ada", now)).toBeNull();
});

test("creates no cache when it looks for a photo", async () => {
  expect(await sharedPhotoFor("ada", noon)).toBeNull();
  await forgetOldSharedPhoto(noon);
  expect(await caches.keys()).toEqual([]);
});
