import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../../../tests/fixtures/fake-caches.ts";
import { offlineFormsCache } from "../offline-forms/send-offline-forms.ts";
import { sharedPhotoCache } from "../shared-photo.ts";
import { privatePrefix } from "../worker-messages.ts";

/** A newly started worker, on a device with empty caches. */
async function freshWorker() {
  vi.resetModules();
  vi.stubGlobal("caches", fakeCaches());
  return import("./member-caches.ts");
}
let things: Awaited<ReturnType<typeof freshWorker>>;
beforeEach(async () => void (things = await freshWorker()));

const page = (member: string | null, { status = 200, type = "text/html; charset=utf-8" } = {}) => ({
  status,
  headers: new Headers({ "Content-Type": type, ...(member ? { "Photogem-Member": member } : {}) }),
});
const see = (answer: ReturnType<typeof page>, asked = things.currentGeneration()) =>
  things.applyResponse(answer, asked);
const keep = (member: string) => things.withPrivateCache(member, (cache) => cache.put("/images/1", new Response("a")));
const cached = (member: string) => things.withPrivateCache(member, (cache) => cache.match("/images/1"));

test("opens a member's cache once a page was made for them", async () => {
  await keep("ada");
  expect(await things.cacheOwner()).toBeNull();
  await see(page("ada"));
  await keep("ada");
  expect(await cached("ada")).toBeDefined();
});

test.each([
  ["a page", "text/html; charset=utf-8"],
  ["the data of one", "text/x-script; charset=utf-8"],
])("deletes a member's cache when %s made for another member arrives", async (_, type) => {
  await see(page("ada"));
  await keep("ada");
  await see(page("bayo", { type }));
  expect(await things.cacheOwner()).toBe("bayo");
  expect(await cached("ada")).toBeUndefined();
  await see(page("ada"));
  expect(await cached("ada")).toBeUndefined();
});

test("deletes a member's cache when a visitor's page arrives", async () => {
  await see(page("ada"));
  await see(page(null));
  expect(await things.cacheOwner()).toBeNull();
});

test.each([
  ["a failure of the server", page(null, { status: 503 })],
  ["a picture", page(null, { type: "image/webp" })],
  ["a refusal in JSON", page(null, { status: 403, type: "application/json" })],
  ["a session that could not be looked at", page("unknown")],
])("leaves a member's cache unchanged for %s", async (_, answer) => {
  await see(page("ada"));
  await see(answer);
  expect(await things.cacheOwner()).toBe("ada");
});

test("restores nothing from a response that was pending during a sign-out", async () => {
  await see(page("ada"));
  const asked = things.currentGeneration();
  await things.forgetEverything();
  await see(page("ada"), asked);
  expect(await things.cacheOwner()).toBeNull();
  await keep("ada");
  expect(await cached("ada")).toBeUndefined();
});

test("ignores an older response than the one that opened the cache", async () => {
  await see(page("ada"));
  const asked = things.currentGeneration();
  await see(page("bayo"));
  await see(page("ada"), asked);
  expect(await things.cacheOwner()).toBe("bayo");
});

test("clears other stores with the cache, except for this member's entries", async () => {
  const forgotten: (string | null)[] = [];
  things.alsoForget(async (except) => forgotten.push(except));
  await see(page("ada"));
  await see(page("ada"));
  await see(page("bayo"));
  await see(page(null));
  await things.forgetEverything();
  expect(forgotten).toEqual(["ada", "bayo", null, null]);
});

test("clears the remaining stores after one of them fails", async () => {
  await see(page("ada"));
  const failing = vi.spyOn(caches, "delete").mockRejectedValueOnce(new Error("disk"));
  await expect(see(page(null))).rejects.toThrow("disk");
  failing.mockRestore();
  await see(page(null));
  expect(await things.cacheOwner()).toBeNull();
});

afterEach(() => void vi.unstubAllGlobals());

test("removes only outdated build files when a new version activates", async () => {
  const caches = fakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("self", { __WB_MANIFEST: [] });
  const current = [offlineFormsCache, sharedPhotoCache, `${privatePrefix}ada`];
  for (const name of [...current, "assets-of-an-earlier-scheme"]) await caches.open(name);
  const { removeOldFiles } = await import("./assets.ts");
  await removeOldFiles();
  expect((await caches.keys()).sort()).toEqual(["assets", ...current].sort());
});
