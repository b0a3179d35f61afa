import { backdrops, customColours, gradients } from "../../tools/background-engine/backdrops.ts";
import { stylizeStyles } from "../../tools/art-style/art-styles.ts";
import type { BackgroundRecipe } from "../../tools/recipe.ts";
import { readSubjectBox } from "../../tools/subject-box.ts";
import { parseColour, type Rgb } from "./colour.ts";
import { composite } from "./composite.ts";
import { gradientBackdrop, studioBackdrop } from "./gradient-backdrop.ts";
import { castShadow } from "./ground-shadow.ts";
import { lensBlur } from "./lens-blur.ts";
import { type CutOut, cutOut, sureFrom, unclearBelow } from "../cut-out/cut-out.ts";
import type { Box } from "../cut-out/box.ts";
import { paintBehind } from "../styles/apply-style.ts";
import { type Photo, type OnProgress, type Work, wishesUnused } from "../work.ts";
import type { Sight } from "../vision/sight.ts";

const cutShare = 0.7;

/** Cuts out the subject and replaces its background. `unclear` when unsure and without a drawn box. */
export async function background(sight: Sight, recipe: BackgroundRecipe, onProgress: OnProgress): Promise<Work> {
  const plan = planOf(recipe);
  if (!plan.ok) return { ok: false, problem: "rejected", detail: plan.detail };
  const cut = await cutOut(sight, { edges: recipe.edges, box: plan.box });
  onProgress(cutShare);
  if (!hasSubject(cut) || (!plan.box && cut.confidence < unclearBelow)) {
    return { ok: false, problem: "unclear", detail: `The subject is ${percent(cut.confidence)} certain.` };
  }
  const note = notesOn(recipe, cut, plan.box !== undefined);
  const made = await plan.make(sight.photo, cut);
  onProgress(1);
  return { ok: true, ...made, ...(note ? { note } : {}) };
}

type Made = Pick<Extract<Work, { ok: true }>, "picture" | "alpha">;
type Make = (photo: Photo, cut: CutOut) => Made | Promise<Made>;
type Plan = { ok: true; box: Box | undefined; make: Make } | { ok: false; detail: string };

function planOf(recipe: BackgroundRecipe): Plan {
  const refuse = (option: string, value: unknown): Plan => ({
    ok: false,
    detail: `Unknown ${option}: ${String(value)}`,
  });
  const box = recipe.subject ? readSubjectBox(recipe.subject) : undefined;
  if (box === null) return refuse("box", recipe.subject);
  if (!(recipe.edges >= 0 && recipe.edges <= 100)) return refuse("edge smoothness", recipe.edges);
  const make = makerOf(recipe);
  return make ? { ok: true, box, make } : refuse("background", JSON.stringify(recipe));
}

function makerOf(recipe: BackgroundRecipe): Make | null {
  switch (recipe.mode) {
    case "remove":
      return (_photo, { foreground, alpha }) => ({ picture: foreground, alpha });
    case "blur":
      return (photo, cut) => over(cut, lensBlur(photo, cut.alpha));
    case "stylize": {
      const { style } = recipe;
      if (!stylizeStyles.some(({ id }) => id === style)) return null;
      return async (photo, cut) => over(cut, await paintBehind(photo, cut.alpha, style));
    }
    case "replace":
      return recipe.replacement === "studio-backdrop" ? backdropMaker(recipe) : gradientMaker(recipe);
    default:
      return null;
  }
}

type Replacement = Extract<BackgroundRecipe, { mode: "replace" }>;

function backdropMaker(recipe: Extract<Replacement, { replacement: "studio-backdrop" }>): Make | null {
  const backdrop = backdrops.find(({ id }) => id === recipe.backdrop);
  const colour = backdrop && parseColour(backdrop.colour ?? recipe.colour ?? customColours.backdrop);
  if (!colour) return null;
  return ({ width, height }, cut) => over(cut, castShadow(studioBackdrop(width, height, colour), cut.alpha));
}

function gradientMaker(recipe: Extract<Replacement, { replacement: "gradient-backdrop" }>): Make | null {
  const gradient = gradients.find(({ id }) => id === recipe.gradient);
  if (!gradient) return null;
  const [first, last] = customColours.gradient;
  const colours = (gradient.colours ?? [recipe.colour1 ?? first, recipe.colour2 ?? last]).map(parseColour);
  if (!colours.every((colour): colour is Rgb => colour !== null)) return null;
  return ({ width, height }, cut) => over(cut, castShadow(gradientBackdrop(width, height, colours), cut.alpha));
}

const lightWrap = 0.22;

function over(cut: CutOut, backdrop: Photo): Made {
  return { picture: composite({ ...cut, background: backdrop, wrap: lightWrap }) };
}

function hasSubject({ alpha }: CutOut): boolean {
  return alpha.data.some((share) => share > 0.5);
}

function notesOn({ wishes }: BackgroundRecipe, { confidence }: CutOut, hasBox: boolean): string {
  const notes: string[] = [];
  if (hasBox ? confidence < unclearBelow : confidence < sureFrom) {
    const mend = hasBox ? "draw the box closer around the subject" : "draw a box around the subject";
    notes.push(`We may have missed part of your subject. If an edge looks wrong, ${mend} and try again.`);
  }
  if (wishes) notes.push(wishesUnused);
  return notes.join(" ");
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
