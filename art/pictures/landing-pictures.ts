import { join } from "node:path";
import sharp from "sharp";
import { pictures } from "../../app/ui/artwork/pictures.ts";
import type { ImageGenerator } from "../../app/transformations/image-generator.ts";
import type { ToolRecipe } from "../../app/tools/recipe.ts";
import { developed } from "./develop.ts";
import { encode, writeAvif } from "./encode.ts";
import { makeLinkPreview } from "./link-preview.ts";
import { type Area, cropped, type PhotoName } from "./photos.ts";
import { sceneFile } from "./scene-pictures.ts";
import { tiled } from "./tiles.ts";

/** About what the hero's `sizes` ask for on a phone of 360 points with two pixels each (docs/decisions/0030). */
const widthInPage = 360;

type Pair = [before: Buffer, after: Buffer];

/** The pictures of the signed-out pages, and the one that links show in chats. */
export async function makeLandingPictures(art: string, publicFolder: string, darkroom: ImageGenerator): Promise<void> {
  const enhanced = (photo: Buffer) => developed(darkroom, photo, { tool: "surprise-me" });
  /** The area of a photo as a poor phone shot, and what the engine makes of that very file. */
  const comparison = async (photo: PhotoName, area: Area, { mirrored = false } = {}): Promise<Pair> => {
    const taken = await cropped(art, photo, area);
    const before = await poorShot(mirrored ? await sharp(taken).flop().toBuffer() : taken);
    return [before, await enhanced(before)];
  };
  const flowers = await comparison("kitchen_flowers", { left: 560, top: 60, width: 1640, height: 2050 });
  // Mirrored: the lit side is then the one whose result is shown.
  const desk = { left: 261, top: 360, width: 2400, height: 1350 };
  const perfume = await comparison("perfume_desk", desk, { mirrored: true });
  const portraits: [photo: PhotoName, left: number][] = [
    ["kitchen_flowers", 560],
    ["handbag_window", 660],
    ["perfume_desk", 561],
    ["fruit_bowl", 750],
  ];
  const enhancedPhotos: Buffer[] = [];
  for (const [photo, left] of portraits) {
    enhancedPhotos.push(await enhanced(await cropped(art, photo, { left, top: 0, width: 1800, height: 2250 })));
  }
  const scenes = [sceneFile("mountain-view"), sceneFile("beach-sunset"), sceneFile("home-library")];
  // The original above the result.
  const hero = await tiled(pictures.flowers, flowers, { columns: 1 });
  await encode(publicFolder, "flowers", hero);
  await writeAvif(
    "flowers",
    hero,
    widthInPage,
    join(import.meta.dirname, "../../app/marketing/flowers-in-page.avif"),
    9,
  );
  await encode(publicFolder, "perfume", await tiled(pictures.perfume, perfume, { columns: 1 }));
  await encode(
    publicFolder,
    "backdrops",
    await tiled(pictures.backdrops, await backdrops(art, darkroom), { columns: 3 }),
  );
  await encode(publicFolder, "panels", await tiled(pictures.panels, scenes, { columns: 1 }));
  await encode(publicFolder, "gallery", await tiled(pictures.gallery, enhancedPhotos, { columns: 2 }));
  await encode(publicFolder, "desert", await tiled(pictures.desert, [sceneFile("desert-landscape")], { columns: 1 }));
  await makeLinkPreview(publicFolder, flowers);
  await signInPictures(
    publicFolder,
    await comparison("perfume_desk", { left: 561, top: 0, width: 1800, height: 2250 }),
  );
}

/** Dim, hazy, a little cold and noisy: what a cheap camera makes of a dark room. Always the same noise. */
async function poorShot(photo: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let seed = 1;
  const cast = [0.93, 1, 1.03];
  for (let i = 0; i < data.length; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (seed / 2 ** 32 - 0.5) * 8;
    data[i] = Math.max(0, Math.min(255, (data[i] ?? 0) * 0.55 * (cast[i % 3] ?? 1) + 40 + noise));
  }
  return sharp(data, { raw: info }).modulate({ saturation: 0.72 }).jpeg({ quality: 90 }).toBuffer();
}

/** A portrait as it was taken, and before two other backgrounds. */
async function backdrops(art: string, darkroom: ImageGenerator): Promise<Buffer[]> {
  const portrait = await cropped(art, "portrait", { left: 400, top: 0, width: 1603, height: 2700 });
  const before = (backdrop: Record<string, string>) =>
    developed(darkroom, portrait, {
      tool: "background-engine",
      mode: "replace",
      ...backdrop,
      edges: 40,
    } as ToolRecipe);
  return [
    portrait,
    await before({ replacement: "studio-backdrop", backdrop: "white" }),
    await before({ replacement: "gradient-backdrop", gradient: "orange-pink" }),
  ];
}

/** Beside the sign-in form: two files, because its box may be narrower than a pair allows. */
async function signInPictures(publicFolder: string, [before, after]: Pair) {
  for (const [half, picture] of [
    ["before", before],
    ["after", after],
  ] as const) {
    const file = join(publicFolder, `pictures/auth-${half}.webp`);
    await sharp(picture).resize(720, 900).webp({ quality: 60, effort: 6 }).toFile(file);
  }
}
