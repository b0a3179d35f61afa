import type { ArtStyle, StylizeStyle } from "../../tools/art-style/art-styles.ts";
import { fillBehind } from "../cut-out/nearby-colour.ts";
import { resizePhoto, type Size, sizeWithin } from "../opencv/filters.ts";
import { type OnProgress, type Photo, wishesUnused, type Work } from "../work.ts";
import { clamp, emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Sight } from "../vision/sight.ts";
import { paintAnime } from "./anime.ts";
import { paintCartoon } from "./cartoon.ts";
import { paintComic } from "./comic.ts";
import { paintGhibli } from "./ghibli.ts";
import { paintOil } from "./oil-painting.ts";
import { canvasSide, resampled, seeForPainting, type Seen, sheetSideFor } from "./seeing.ts";
import { paintSketch } from "./sketch.ts";
import { paintWatercolor } from "./watercolor.ts";
import type { ArtStyleRecipe } from "../../tools/recipe.ts";

export type Painter = (seen: Seen, strength: number) => Photo | Promise<Photo>;

const painters: Record<ArtStyle | StylizeStyle, Painter> = {
  anime: paintAnime,
  cartoon: paintCartoon,
  comic: paintComic,
  ghibli: paintGhibli,
  "oil-painting": paintOil,
  sketch: paintSketch,
  watercolor: paintWatercolor,
};

/** One look of the people net is exact enough for these; cartoon cuts people out by their outline. */
const paintsWholePhoto: ReadonlySet<ArtStyle | StylizeStyle> = new Set([
  "anime",
  "comic",
  "watercolor",
  "oil-painting",
  "sketch",
]);

/** `intensity`: 0 is the photo, 100 the full style. Styles of one sight share its analysis. Deterministic. */
export async function applyStyle(
  sight: Sight,
  style: ArtStyle | StylizeStyle,
  intensity: number,
  onProgress: OnProgress = () => {},
): Promise<Photo> {
  const strength = clamp(0, intensity / 100, 1);
  if (strength === 0) return { ...sight.photo, data: sight.photo.data.slice() };
  const seen = await seeForPainting(paintsWholePhoto.has(style) ? quickSight(sight) : sight);
  onProgress(0.4);
  const painting = await painters[style](seen, strength);
  onProgress(1);
  return resampled(painting, sight.photo);
}

/** Px painted per px shown of a 3:2 photo: with fewer, strokes and lines are too coarse; with more, they vanish. */
const paintedPerShown = 1.4;

/** Px; a squarer photo gets as many pixels as a 3:2 photo, at the same cost. */
function previewSheetSide(photo: Size, side: number): number {
  const { width, height } = sizeWithin(photo, side);
  const widest = Math.sqrt((side * side * 2) / (3 * width * height));
  return Math.min(sheetSideFor(photo), Math.round(paintedPerShown * side * Math.min(1, widest)));
}

/** Paints at full intensity, at most `side` px, from one analysis. */
export async function stylePreviews<Style extends ArtStyle | StylizeStyle>(
  sight: Sight,
  side: number,
  styles: readonly Style[],
): Promise<Map<Style, Photo>> {
  const seen = await seeForPainting(quickSight(sight), previewSheetSide(sight.photo, side));
  const size = sizeWithin(sight.photo, side);
  const previews = new Map<Style, Photo>();
  for (const style of styles) previews.set(style, resizePhoto(await painters[style](seen, 1), size));
  return previews;
}

const quickSights = new WeakMap<Sight, Sight>();

/** Takes people from one look of the people net; only photos without a face need the saliency net. */
function quickSight(sight: Sight): Sight {
  const known = quickSights.get(sight);
  if (known) return known;
  const quick: Sight = { ...sight, subject: async () => ((await sight.faces()).length > 0 ? null : sight.subject()) };
  quickSights.set(sight, quick);
  return quick;
}

/** Pixels of the sheet and of the canvas of a background, which needs less detail than a subject. */
const [backgroundPixels, behindPixels] = [1320 * 880, 700 * 467];

/** Paints at full intensity without the subject (`alpha` 1), at the photo's size. */
export async function paintBehind(photo: Photo, alpha: Plane, style: ArtStyle | StylizeStyle): Promise<Photo> {
  const side = Math.min(Math.max(photo.width, photo.height), sheetSideFor(photo, backgroundPixels));
  const small = resizePhoto(photo, sizeWithin(photo, canvasSide, behindPixels));
  const background = await resampled(fillBehind(small, alpha), sizeWithin(photo, side));
  const seen = await seeForPainting(sightWithoutSubject(background), side, behindPixels);
  return resampled(await painters[style](seen, 1), photo);
}

const sightWithoutSubject = (photo: Photo): Sight => ({
  photo,
  faces: async () => [],
  people: async () => emptyPlane(photo.width, photo.height),
  subject: async () => null,
});

export async function artStyle(
  sight: Sight,
  { style, intensity, wishes }: ArtStyleRecipe,
  onProgress: OnProgress,
): Promise<Work> {
  const picture = await applyStyle(sight, style, intensity, onProgress);
  return wishes ? { ok: true, picture, note: wishesUnused } : { ok: true, picture };
}
