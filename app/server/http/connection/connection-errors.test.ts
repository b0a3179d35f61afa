import { expect, test } from "vitest";
import { isStaleChunk, mayReload } from "./connection-errors.ts";

const reason = "Failed to fetch dynamically imported module: https://photogem.example/assets/result-screen-1.js";
const works = async () => new Response();
const broken = async () => {
  throw new TypeError("Failed to fetch");
};

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test.each([reason, "error loading dynamically imported module: x.js", "Importing a module script failed."])(
  "recognises a failed module import by: %s",
  (message) => expect(isStaleChunk(new TypeError(message))).toBe(true),
);

test.each([new TypeError("Failed to fetch"), new TypeError("x is undefined"), new Error(reason), null])(
  "does not mistake another failure for a stale chunk: %s",
  (error) => expect(isStaleChunk(error)).toBe(false),
);

test("reloads a page once per missing script", async () => {
  const remembered = memory();
  expect(await mayReload(reason, remembered, works)).toBe(true);
  expect(await mayReload(reason, remembered, works)).toBe(false);
  expect(await mayReload(`${reason}?`, remembered, works)).toBe(true);
});

test("does not reload offline, and allows a reload when the connection is back", async () => {
  const remembered = memory();
  expect(await mayReload(reason, remembered, broken)).toBe(false);
  expect(await mayReload(reason, remembered, works)).toBe(true);
});

test("does not reload without session storage", async () => {
  const forgetful = {
    getItem: () => null,
    setItem: () => {
      throw new Error("no storage");
    },
  };
  expect(await mayReload(reason, forgetful, works)).toBe(false);
});
