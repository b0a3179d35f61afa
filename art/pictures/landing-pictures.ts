import { join } from "node:path";
import sharp from "sharp";
import { pictures } from "../../app/ui/artwork/pictures.ts";
import type { ImageGenerator } from "../../app/transformations/image-generator.ts";
import type { ToolRecipe } from "../../app/tools/recipe.ts";
import type { SceneId } from "../../app/tools/portrait-studio/scenes.ts";
import type { ArtStyle } from "../../app/tools/art-style/art-styles.ts";
import { type Area, cropped, developed, type PhotoName } from "./photos.ts";
import { canvas, encode, tiled, writeAvif } from "./encode.ts";
import { sceneFile } from "./scene-pictures.ts";
import { findFaces } from "../../app/darkroom/vision/faces.ts";
import { loadOpenCv } from "../../app/darkroom/opencv/opencv.ts";
import { decodePhoto } from "../../app/darkroom/decode.ts";
import { readFile } from "node:fs/promises";
import { brand } from "../../app/brand.ts";
import { promises } from "../../app/marketing/legal/promises.ts";

/** Px: about the hero's width on a phone of 360 CSS px at density 1 (decision 30). */
const inPage = { width: 360, quality: 25, effort: 9 };

type Pair = [before: Buffer, after: Buffer];

const areas = {
  woman: { left: 140, top: 330, width: 1760, height: 2200 },
  man: { left: 200, top: 330, width: 1760, height: 2200 },
  window: { left: 330, top: 300, width: 1740, height: 2175 },
} as const satisfies Record<string, Area>;

/** Pictures of the signed-out pages, and the preview picture of links in chats. */
export async function makeLandingPictures(art: string, publicFolder: string, darkroom: ImageGenerator): Promise<void> {
  const woman = await cropped(art, "portrait", areas.woman, { mirrored: true });
  const man = await cropped(art, "man", areas.man);
  const atWindow = await cropped(art, "window_woman", areas.window, { mirrored: true });
  const make = (photo: Buffer, recipe: ToolRecipe) => developed(darkroom, photo, recipe);
  const enhanced = (photo: Buffer) => make(photo, { tool: "surprise-me" });
  const painted = (photo: Buffer, style: ArtStyle) => make(photo, { tool: "art-style", style, intensity: 100 });
  const placed = (photo: Buffer, template: SceneId) =>
    make(photo, {
      tool: "portrait-studio",
      background: "outdoor",
      template,
      attire: "maintain",
      gender: "female",
      pose: "maintain",
      angle: "maintain",
    } as ToolRecipe);
  const before = (photo: Buffer, backdrop: Record<string, string>) =>
    make(photo, { tool: "background-engine", mode: "replace", ...backdrop, edges: 40 } as ToolRecipe);
  const gradient = (photo: Buffer, name: string) => before(photo, { replacement: "gradient-backdrop", gradient: name });
  const backdrop = (photo: Buffer, name: string) => before(photo, { replacement: "studio-backdrop", backdrop: name });

  const dim = await poorShot(woman);
  const light: Pair = [dim, await enhanced(dim)];
  const garden = await placed(woman, "garden-paradise");
  const watercolor = await painted(woman, "watercolor");
  const sunset = await gradient(woman, "orange-pink");
  const pairs: [name: `hero-${string}` & keyof typeof pictures, pair: Pair][] = [
    ["hero-enhance", light],
    ["hero-portrait", await alignFaces(woman, garden)],
    ["hero-art", [woman, watercolor]],
    ["hero-background", [woman, sunset]],
  ];
  for (const [name, pair] of pairs) await encode(publicFolder, name, await tiled(pictures[name], pair, { columns: 1 }));
  const inPageFile = join(import.meta.dirname, "../../app/marketing/hero-in-page.avif");
  await writeAvif(await tiled(pictures["hero-enhance"], light, { columns: 1 }), inPage.width, inPageFile, inPage);

  const dimWindow = await poorShot(atWindow);
  const window: Pair = [dimWindow, await enhanced(dimWindow)];
  const sheet = async (name: keyof typeof pictures, tiles: Buffer[], columns: number) =>
    encode(publicFolder, name, await tiled(pictures[name], tiles, { columns, position: "top" }));
  await sheet(
    "portraits",
    [await placed(man, "home-library"), await placed(woman, "beach-sunset"), await placed(woman, "elegant-restaurant")],
    3,
  );
  const styles: ArtStyle[] = ["sketch", "oil-painting", "comic"];
  const inStyles: Buffer[] = [];
  for (const style of styles) inStyles.push(await painted(woman, style));
  await sheet("styles", inStyles, 3);
  await sheet("backdrops", [man, await backdrop(man, "beige"), await gradient(man, "blue-purple")], 3);
  await sheet("easy", [garden, sunset, watercolor, inStyles[0] ?? watercolor], 2);
  const square = { top: 0, width: 1800, height: 2250 };
  const photographed = async (photo: PhotoName, left: number) =>
    enhanced(await cropped(art, photo, { left, ...square }));
  await sheet(
    "gallery",
    [light[1], await photographed("handbag_window", 660), window[1], await photographed("fruit_bowl", 750)],
    2,
  );
  await encode(publicFolder, "desert", await tiled(pictures.desert, [sceneFile("desert-landscape")], { columns: 1 }));
  await makeLinkPreview(publicFolder, light);
  await signInPictures(publicFolder, window);
}

/** A cheap camera's photo of a dark room: dim, hazy, slightly cold and noisy. The noise is the same on every run. */
async function poorShot(photo: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let seed = 1;
  const cast = [0.96, 1, 1.02];
  for (let i = 0; i < data.length; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (seed / 2 ** 32 - 0.5) * 8;
    data[i] = Math.max(0, Math.min(255, (data[i] ?? 0) * 0.62 * (cast[i % 3] ?? 1) + 48 + noise));
  }
  return sharp(data, { raw: info }).modulate({ saturation: 0.74 }).jpeg({ quality: 90 }).toBuffer();
}

/** Pictures beside the sign-in form: two files, because the box may be too narrow for a pair. */
async function signInPictures(publicFolder: string, [before, after]: Pair) {
  for (const [half, picture] of [
    ["before", before],
    ["after", after],
  ] as const) {
    const file = join(publicFolder, `pictures/auth-${half}.webp`);
    await sharp(picture).resize(720, 900).webp({ quality: 60, effort: 6 }).toFile(file);
  }
}

/**
 * Crops a photo and its portrait, both 4:5, so that the face has the same size and place in both: the studio changes the
 * framing, and a comparison shows half of each.
 */
async function alignFaces(photo: Buffer, portrait: Buffer): Promise<[Buffer, Buffer]> {
  await loadOpenCv();
  const [one, other] = [await faceIn(photo), await faceIn(portrait)];
  // In face sizes: the space that both have on each side.
  const [left, right, top, bottom] = (["left", "right", "top", "bottom"] as const).map((side) =>
    Math.min(one.room[side], other.room[side]),
  ) as [number, number, number, number];
  const width = Math.min(left + right, (top + bottom) * 0.8);
  const height = width / 0.8;
  const from = { left: Math.min(left, width / 2), top: Math.min(top, height * 0.42) };
  const start = { left: Math.max(from.left, width - right), top: Math.max(from.top, height - bottom) };
  return Promise.all(
    [one, other].map(({ picture, face }) =>
      sharp(picture)
        .extract({
          left: Math.max(0, Math.floor(face.centre.x - start.left * face.size)),
          top: Math.max(0, Math.floor(face.centre.y - start.top * face.size)),
          width: Math.floor(width * face.size),
          height: Math.floor(height * face.size),
        })
        .resize(1440, 1800, { fit: "fill" })
        .toBuffer(),
    ),
  ) as Promise<[Buffer, Buffer]>;
}

async function faceIn(picture: Buffer) {
  const photo = await decodePhoto(picture);
  const face = photo && (await findFaces(photo))[0];
  if (!face) throw new Error("no face to align by");
  const { centre, size } = face;
  const room = {
    left: centre.x / size,
    right: (photo.width - centre.x) / size,
    top: centre.y / size,
    bottom: (photo.height - centre.y) / size,
  };
  return { picture, face, room };
}

/** The size that chat apps and social networks expect; app/ui/page-head.tsx declares it. */
const card = { width: 1200, height: 630 };
const words = 556;
const shown = card.width - words;
const paper = "#f3f8f5";

/**
 * The preview picture of a link in chat apps: mark and headline beside the original and the result.
 * @param pair The original and the engine's result, each 4:5.
 */
async function makeLinkPreview(publicFolder: string, [before, after]: [Buffer, Buffer]): Promise<void> {
  const half = shown / 2;
  const crop = (picture: Buffer) => sharp(picture).resize(shown, card.height, { position: "top" }).toBuffer();
  const left = await sharp(await crop(before))
    .extract({ left: 0, top: 0, width: half, height: card.height })
    .toBuffer();
  const right = await sharp(await crop(after))
    .extract({ left: half, top: 0, width: half, height: card.height })
    .toBuffer();
  // The rough half is light on the dark background.
  const icon = (await readFile(join(publicFolder, "favicon.svg"), "utf8")).replace("#16211c", paper);
  const mark = await sharp(Buffer.from(icon), { density: 300 }).resize(64, 64).toBuffer();
  const preview = await canvas(card.width, card.height, [
    { input: Buffer.from(headline()), left: 0, top: 0 },
    { input: mark, left: 56, top: 64 },
    { input: left, left: words, top: 0 },
    { input: right, left: words + half, top: 0 },
    { input: await canvas(4, card.height, []), left: words + half - 2, top: 0 },
  ]);
  const file = join(publicFolder, "pictures/share.jpg");
  const { size } = await sharp(preview).jpeg({ quality: 82, mozjpeg: true }).toFile(file);
  console.log(`share: JPEG ${size} bytes`);
}

/** The tagline on three lines, in the colours of the landing page's last card. */
function headline(): string {
  const [first, second, ...rest] = brand.tagline.split(/ (?=Photos|Perfection)/);
  const lines = [first, second, rest.join(" ")];
  const text = lines.map((line, at) => `<text x="56" y="${300 + at * 68}" font-size="56">${line}</text>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${words}" height="${card.height}"
    font-family="Liberation Sans, Arial, Helvetica, sans-serif" font-weight="700" letter-spacing="-1" fill="${paper}">
    <rect width="100%" height="100%" fill="#0c1f18"/>
    <text x="132" y="110" font-size="40">${brand.name}</text>
    ${text}
    <text x="56" y="520" font-size="26" font-weight="400" letter-spacing="0" fill="#c3d3cb">${promises.welcomeGems} free gems to start</text>
  </svg>`;
}
