import { expect, test } from "vitest";
import {
  type GenerationRequest,
  type ImageGenerator,
  modelFor,
  offers,
  type Recipe,
} from "../transformations/image-generator.ts";
import { withIdPhotos } from "./open-generator.server.ts";

function generator(name: string, model: ImageGenerator["model"]): ImageGenerator {
  return {
    name,
    model,
    refuses: () => null,
    generate: async () => ({ ok: false, problem: "empty", detail: `made by ${name}` }),
    close: async () => {},
  };
}

const gemini = generator("Gemini", { company: "Google", retentionDays: 55 });
const darkroom = generator("darkroom", null);
const made = async (by: ImageGenerator, recipe: Recipe) => by.generate({ recipe } as GenerationRequest);
const idPhoto = { tool: "id-photo", document: "uk-passport" };

test("ID photos are made by the darkroom and named as staying here, everything else by the model", async () => {
  const both = withIdPhotos(gemini, darkroom);
  expect(await made(both, idPhoto)).toMatchObject({ detail: "made by darkroom" });
  expect(await made(both, { tool: "surprise-me" })).toMatchObject({ detail: "made by Gemini" });
  expect([modelFor(both, "id-photo"), modelFor(both, "surprise-me")?.company]).toEqual([null, "Google"]);
  expect([offers(both, "id-photo"), both.refuses(idPhoto)]).toEqual([true, null]);
});

test("without a darkroom ID photos are neither offered nor made", async () => {
  const alone = withIdPhotos(gemini, null);
  expect([offers(alone, "id-photo"), offers(alone, "surprise-me")]).toEqual([false, true]);
  expect(alone.refuses(idPhoto)).toMatch(/not made here/);
  expect(await made(alone, idPhoto)).toMatchObject({ ok: false, problem: "rejected" });
});
