import { beforeEach, expect, test, vi } from "vitest";
import { sharedPhotoFor, sharedPhotosFor } from "../shared-photo.ts";
import { fakeCaches } from "../../../tests/fixtures/fake-caches.ts";
import { applyResponse, currentGeneration } from "./member-caches.ts";
import { isShare, takeShare } from "./share-target.ts";

const ours = "https://photogem.example";
beforeEach(() => {
  vi.stubGlobal("caches", fakeCaches());
  vi.stubGlobal("location", new URL(ours));
});

const jpeg = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });

async function share(...photos: (File | string)[]): Promise<string> {
  const form = new FormData();
  form.set("title", "From the gallery");
  for (const photo of photos) form.append("photo", photo);
  const answer = await takeShare(new Request(`${ours}/share-photo`, { method: "POST", body: form }));
  expect(answer.status).toBe(303);
  return (answer.headers.get("Location") ?? "").replace(ours, "");
}

test("stores a shared photo on the device in place of the previous one", async () => {
  await share(jpeg("old.jpg"), jpeg("older.jpg"));
  expect(await share(jpeg("one.jpg"))).toBe("/surprise-me?shared");
  expect(await sharedPhotosFor("ada")).toMatchObject([{ name: "one.jpg", type: "image/jpeg", size: 3 }]);
});

test("stores several shared photos for the batch page, and offers the first elsewhere", async () => {
  expect(await share(jpeg("one.jpg"), "a text", jpeg("two.jpg"), jpeg("three.jpg"))).toBe("/surprise-me/batch?shared");
  expect((await sharedPhotosFor("ada")).map(({ name }) => name)).toEqual(["one.jpg", "two.jpg", "three.jpg"]);
  expect(await sharedPhotoFor("ada")).toMatchObject({ name: "one.jpg" });
});

test("adds the extension of its type to a photo without one", async () => {
  await share(jpeg("1000012345"));
  expect(await sharedPhotoFor("ada")).toMatchObject({ name: "1000012345.jpeg" });
});

test.each([
  ["nothing", [], "empty"],
  ["a text", ["hello"], "empty"],
  ["an empty file", [jpeg("a.jpg", 0)], "empty"],
  ["more than 10 MB", [jpeg("a.jpg", 10 * 1024 * 1024 + 1)], "too-large"],
])("stores nothing of %s and tells the page why", async (_, photos, problem) => {
  expect(await share(...photos)).toBe(`/surprise-me?shared=${problem}`);
  expect(await sharedPhotoFor("ada")).toBeNull();
});

test("reports a device without free storage", async () => {
  vi.spyOn(caches, "open").mockRejectedValueOnce(new Error("quota"));
  expect(await share(jpeg("a.jpg"))).toBe("/surprise-me?shared=no-room");
});

test("reserves a member's shared photo for that member", async () => {
  const headers = new Headers({ "Content-Type": "text/html", "Photogem-Member": "ada" });
  await applyResponse({ status: 200, headers }, currentGeneration());
  await share(jpeg("a.jpg"));
  expect(await sharedPhotoFor("bayo")).toBeNull();
});

test.each([
  ["the device", {}, true],
  ["a page of ours", { referrer: `${ours}/dashboard` }, true],
  ["a page that says it is another's", { referrer: "https://elsewhere.example/" }, false],
  ["a script", { mode: "cors" }, false],
  ["another address", { url: `${ours}/share-photo/more` }, false],
  ["a link", { method: "GET" }, false],
])("accepts or refuses a share by its sender: %s", (_, given, taken) => {
  const request = { method: "POST", mode: "navigate", url: `${ours}/share-photo`, referrer: "about:client", ...given };
  expect(isShare(request as Request)).toBe(taken);
});
