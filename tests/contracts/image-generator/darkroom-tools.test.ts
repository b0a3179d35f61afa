import { readFile } from "node:fs/promises";
import sharp, { type Region } from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createDarkroom } from "../../../app/adapters/embedded/darkroom/darkroom.server.ts";
import type { ChildPoolLog } from "../../../app/server/child-processes/child-pool.server.ts";
import type { Recipe } from "../../../app/transformations/image-generator.ts";
import { everyRecipe } from "../../fixtures/recipes.ts";
import { swept } from "../../fixtures/sample-photos.ts";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { rememberedNets } from "../../fixtures/vision-children.ts";

const log = { warn: vi.fn<ChildPoolLog["warn"]>() };
const onnx = rememberedNets(log);
const darkroom = createDarkroom({ log, onnx, priority: 0 });
afterAll(async () => {
  await darkroom.close();
  await onnx.close();
});

/** One way to a picture per tool; the others differ in data, or have tests beside their own file. */
const sampleNames = new Set([
  "surprise me",
  "ID photo",
  "art style: anime",
  "art style: oil-painting",
  "background: remove",
  "background: blur",
  "background: watercolor",
  "background: white",
  "background: custom",
  "background: blue-purple",
  "portrait: maintain",
  "portrait: describe",
  "portrait: template",
  "portrait: close-up angle",
]);

/** Long enough for a photo on a busy machine. */
const patience = 60_000;

describe("the darkroom's tools", () => {
  /** Large enough to show the person, and quick. */
  let photo: Uint8Array;
  beforeAll(async () => {
    const portrait = await readFile((await photoFixtures()).portrait);
    photo = await sharp(portrait).resize(180, 225).jpeg().toBuffer();
  }, 60_000);

  const develop = (recipe: Recipe, image = photo, onProgress: (share: number) => void = () => {}) =>
    darkroom.generate({
      recipe,
      prompt: "",
      image,
      mimeType: "image/jpeg",
      signal: new AbortController().signal,
      onProgress,
    });
  const background = (options: object): Recipe => ({ tool: "background-engine", edges: 50, ...options });
  const remove = background({ mode: "remove" });
  /** Made once for all tests that use it. */
  let removed: ReturnType<typeof develop> | undefined;
  const cutOut = () => (removed ??= develop(remove));

  test.for(swept(everyRecipe(), ({ name }) => sampleNames.has(name)))(
    "makes another picture of the photo's shape with its digital source type: $name",
    { timeout: patience },
    async ({ recipe }) => {
      const shares: number[] = [];
      const outcome = await develop(recipe, photo, (share) => shares.push(share));
      if (!outcome.ok) throw new Error(`${outcome.problem}: ${outcome.detail}`);
      const metadata = await sharp(outcome.image).metadata();
      expect(metadata).toMatchObject({ mediaType: outcome.mimeType, hasAlpha: recipe.mode === "remove" });
      expect(metadata.width / metadata.height).toBeCloseTo(0.8, 1);
      expect(metadata.xmp?.toString()).toMatch(
        new RegExp(
          `/digitalsourcetype/(${hasDrawnBackground(recipe) ? "compositeSynthetic" : "algorithmicallyEnhanced"})<`,
        ),
      );
      expect(await difference(photo, outcome.image)).toBeGreaterThan(0.5);
      expect(shares).toEqual([...shares].sort((one, other) => one - other));
      expect(shares.at(-1)).toBe(1);
    },
  );

  test("cuts the subject out as a PNG and leaves no colour in transparent pixels", async () => {
    const outcome = await cutOut();
    if (!outcome.ok) throw new Error(outcome.detail);
    expect(outcome.mimeType).toBe("image/png");
    const { data, info } = await sharp(outcome.image).raw().toBuffer({ resolveWithObject: true });
    const pixels = Array.from({ length: info.width * info.height }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
    const clear = pixels.filter(([, , , alpha]) => alpha === 0);
    expect(clear.length / pixels.length).toBeGreaterThan(0.25);
    expect(pixels.filter(([, , , alpha]) => alpha === 255).length / pixels.length).toBeGreaterThan(0.2);
    expect(clear.every(([red, green, blue]) => red === 0 && green === 0 && blue === 0)).toBe(true);
  });

  test("writes the digital source type into the PNG file itself, as XMP", async () => {
    const outcome = await cutOut();
    if (!outcome.ok) throw new Error(outcome.detail);
    // PNG, third edition, 11.3.3.4: an iTXt chunk with this keyword holds XMP, before the picture's data.
    const text = Buffer.from(outcome.image).toString("latin1");
    const [chunk, pixels] = [text.indexOf("iTXtXML:com.adobe.xmp\0"), text.indexOf("IDAT")];
    expect(chunk).toBeGreaterThan(0);
    expect(text.slice(chunk, pixels)).toContain(
      "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced<",
    );
  });

  test("puts the custom colour behind the subject", async () => {
    const recipe = background({
      mode: "replace",
      replacement: "studio-backdrop",
      backdrop: "custom",
      colour: "#2040c0",
    });
    const outcome = await develop(recipe);
    if (!outcome.ok) throw new Error(outcome.detail);
    const [red = 0, green = 0, blue = 0] = await meanColour(outcome.image, {
      left: 5,
      top: 5,
      width: 15,
      height: 15,
    });
    expect(blue).toBeGreaterThan(2 * green);
    expect(green).toBeGreaterThan(red);
  });

  test("keeps the person's face unchanged before another background", async () => {
    for (const backdrop of ["white", "black"]) {
      const outcome = await develop(background({ mode: "replace", replacement: "studio-backdrop", backdrop }));
      if (!outcome.ok) throw new Error(outcome.detail);
      const face = { left: 80, top: 75, width: 20, height: 30 };
      const [before, after] = [await meanColour(photo, face), await meanColour(outcome.image, face)];
      for (const [at, value] of before.entries()) expect(after[at]).toBeCloseTo(value, 0);
    }
  });

  const noise = () =>
    sharp(Buffer.from(dice(240 * 180 * 3)), { raw: { width: 240, height: 180, channels: 3 } })
      .png()
      .toBuffer();

  test("returns unclear for a photo of the sky", { timeout: patience }, async () => {
    const sky = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#88b4e0" } })
      .composite([{ input: Buffer.from(hazySky), blend: "over" }])
      .jpeg()
      .toBuffer();
    expect(await develop(remove, sky)).toMatchObject({ ok: false, problem: "unclear" });
  });

  test("returns unclear for a photo of noise", { timeout: patience }, async () => {
    expect(await develop(remove, await noise())).toMatchObject({ ok: false, problem: "unclear" });
  });

  test("cuts out a drawn box of noise, and notes that it was unsure and used no description", async () => {
    const outcome = await develop({ ...remove, subject: "20,20,50,60", wishes: "a palace" }, await noise());
    expect(outcome).toMatchObject({
      ok: true,
      mimeType: "image/png",
      note: expect.stringMatching(/may have missed part of your subject.+Your description was not used/),
    });
  });

  test.for<Recipe>([
    background({ mode: "sparkle" }),
    background({ mode: "replace", replacement: "upload" }),
    background({ mode: "replace", replacement: "studio-backdrop", backdrop: "plaid" }),
    background({ mode: "replace", replacement: "studio-backdrop", backdrop: "custom", colour: "red" }),
    background({ mode: "replace", replacement: "gradient-backdrop", gradient: "rainbow" }),
    background({
      mode: "replace",
      replacement: "gradient-backdrop",
      gradient: "custom",
      colour1: "#12",
      colour2: "#000000",
    }),
    background({ mode: "stylize", style: "cubism" }),
    background({ mode: "remove", edges: "soft" }),
    background({ mode: "remove", edges: 1000 }),
    background({ mode: "remove", subject: "over there" }),
    { tool: "background-engine" },
    { tool: "art-style", style: "cubism", intensity: 100 },
    { tool: "portrait-studio", background: "outdoor", template: "the-moon", angle: "maintain" },
    { tool: "portrait-studio", background: "maintain", angle: "back" },
    { tool: "__proto__" },
  ])("rejects unknown options: %j", async (recipe) => {
    expect(await develop(recipe)).toMatchObject({ ok: false, problem: "rejected" });
  });

  test("refuses the back before a gem is held, and tries everything else", () => {
    const portrait = { tool: "portrait-studio", background: "maintain" };
    expect(darkroom.refuses({ ...portrait, angle: "back" })).toBe(
      "The back view cannot be made from this photo. Choose another angle.",
    );
    for (const { recipe } of everyRecipe()) expect(darkroom.refuses(recipe)).toBeNull();
  });
});

const hazySky = `<svg width="300" height="200" xmlns="http://www.w3.org/2000/svg"><defs>
  <linearGradient id="haze" x2="0" y2="1"><stop stop-color="#78a8e0"/><stop offset="1" stop-color="#a8c8e8"/></linearGradient>
</defs><rect width="300" height="200" fill="url(#haze)"/></svg>`;

function hasDrawnBackground(recipe: Recipe): boolean {
  if (recipe.tool === "portrait-studio") return recipe.background !== "maintain";
  if (recipe.tool === "id-photo") return recipe.changes !== "crop";
  return recipe.tool === "background-engine" && recipe.mode === "replace";
}

async function meanColour(image: Uint8Array, region: Region): Promise<number[]> {
  const pixels = await sharp(image).extract(region).removeAlpha().raw().toBuffer();
  const mean = (channel: number) =>
    pixels.reduce((sum, value, at) => (at % 3 === channel ? sum + value : sum), 0) / (pixels.length / 3);
  return [mean(0), mean(1), mean(2)];
}

async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map((image) => sharp(image).flatten().resize(90, 112, { fit: "fill" }).raw().toBuffer()),
  );
  if (!before || !after) return 0;
  return before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0) / before.length;
}

/** Random bytes, the same on every run. */
function dice(count: number): number[] {
  let state = 1;
  return Array.from({ length: count }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24);
}
