import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { develop } from "../develop.ts";
import { decodePhoto } from "../decode.ts";
import { seePhoto } from "./sight.ts";

vi.mock("./models.ts", () => ({
  readModel: async () => {
    throw new Error("The weights are missing.");
  },
}));

const portrait = async () => new Uint8Array(await readFile((await photoFixtures()).portrait));
const options = { onProgress: () => {}, saliency: null };

test("finds no faces, people or subject without weights", async () => {
  const photo = await decodePhoto(await portrait(), 200);
  if (!photo) throw new Error("The fixture cannot be decoded.");
  const sight = await seePhoto(photo, null);
  expect(await sight.faces()).toEqual([]);
  expect(Math.max(...(await sight.people()).data)).toBe(0);
  expect(await sight.subject()).toBeNull();
});

test("returns unclear for a cut-out without weights, and still draws styles", async () => {
  const image = await portrait();
  const remove = { tool: "background-engine", mode: "remove", edges: 50 };
  expect(await develop({ recipe: remove, image }, options)).toMatchObject({ ok: false, problem: "unclear" });
  const sketch = { tool: "art-style", style: "sketch", intensity: 100 };
  expect(await develop({ recipe: sketch, image }, options)).toMatchObject({ ok: true });
});
