import { beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "./fake-caches.ts";

/** A worker that has just started, on a device that keeps nothing. */
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
const see = (answer: ReturnType<typeof page>, asked = things.moment()) => things.judge(answer, asked);
const keep = (member: string) => things.withPrivateCache(member, (cache) => cache.put("/images/1", new Response("a")));
const kept = (member: string) => things.withPrivateCache(member, (cache) => cache.match("/images/1"));

test("a page made for a member is what lets their things be kept", async () => {
  await keep("ada");
  expect(await things.holder()).toBeNull();
  await see(page("ada"));
  await keep("ada");
  expect(await kept("ada")).toBeDefined();
});

test.each([
  ["a page", "text/html; charset=utf-8"],
  ["the data of one", "text/x-script; charset=utf-8"],
])("%s made for somebody else takes them away", async (_, type) => {
  await see(page("ada"));
  await keep("ada");
  await see(page("bayo", { type }));
  expect(await things.holder()).toBe("bayo");
  expect(await kept("ada")).toBeUndefined();
  await see(page("ada"));
  expect(await kept("ada")).toBeUndefined();
});

test("a page made for nobody takes them away", async () => {
  await see(page("ada"));
  await see(page(null));
  expect(await things.holder()).toBeNull();
});

test.each([
  ["a failure of the server", page(null, { status: 503 })],
  ["a picture", page(null, { type: "image/webp" })],
  ["a refusal in JSON", page(null, { status: 403, type: "application/json" })],
  ["a session that could not be looked at", page("unknown")],
])("%s says nothing about who is here", async (_, answer) => {
  await see(page("ada"));
  await see(answer);
  expect(await things.holder()).toBe("ada");
});

test("an answer on its way while somebody signs out brings nothing back", async () => {
  await see(page("ada"));
  const asked = things.moment();
  await things.forgetEverything();
  await see(page("ada"), asked);
  expect(await things.holder()).toBeNull();
  await keep("ada");
  expect(await kept("ada")).toBeUndefined();
});

test("an older answer does not take away what a newer one brought", async () => {
  await see(page("ada"));
  const asked = things.moment();
  await see(page("bayo"));
  await see(page("ada"), asked);
  expect(await things.holder()).toBe("bayo");
});

test("what is kept elsewhere is forgotten with it, except what is this member's", async () => {
  const forgotten: (string | null)[] = [];
  things.alsoForget(async (except) => forgotten.push(except));
  await see(page("ada"));
  await see(page("ada"));
  await see(page("bayo"));
  await see(page(null));
  await things.forgetEverything();
  expect(forgotten).toEqual(["ada", "bayo", null, null]);
});

test("one that fails to forget does not keep the next from being forgotten", async () => {
  await see(page("ada"));
  const failing = vi.spyOn(caches, "delete").mockRejectedValueOnce(new Error("disk"));
  await expect(see(page(null))).rejects.toThrow("disk");
  failing.mockRestore();
  await see(page(null));
  expect(await things.holder()).toBeNull();
});
