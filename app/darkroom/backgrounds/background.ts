import { backdrops, customColours, gradients } from "../../tools/background-engine/backdrops.ts";
import { stylizeStyles } from "../../tools/art-style/art-styles.ts";
import type { BackgroundRecipe } from "../../tools/recipe.ts";
import { readSubjectBox } from "../../tools/subject-box.ts";
import { bytesOfLight, dithered, parseColour, type Rgb, toLinear } from "../pixels/colour.ts";
import { composite } from "./composite.ts";
import { castShadow } from "./ground-shadow.ts";
import { lensBlur } from "./lens-blur.ts";
import { type Box, type CutOut, cutOut, sureFrom, unclearBelow } from "../cut-out/cut-out.ts";
import { paintBehind } from "../styles/apply-style.ts";
import { type OnProgress, type Photo, wishesUnused, type Work } from "../work.ts";
import type { Sight } from "../vision/sight.ts";
import { smoothstep } from "../pixels/plane.ts";

const cutShare = 0.7;

/** Cuts out the subject and replaces its background. `unclear` without a subject, or if unsure without a drawn box. */
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

/** A diagonal gradient, halfway between mixing bytes, which muddies opposites, and light, which skips dark colours. */
export function gradientBackdrop(width: number, height: number, colours: readonly Rgb[]): Photo {
  // Clamps and rounds.
  const data = new Uint8ClampedArray(width * height * 3);
  const steps = Array.from({ length: 1025 }, (_, step) => mixed(colours, step / 1024));
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const along = ((x + 0.5) / width + (y + 0.5) / height) / 2;
      const position = 1024 * (0.35 * along + 0.65 * smoothstep(0, 1, along));
      const from = Math.floor(position);
      const share = position % 1;
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const [one = 0, other = one] = [steps[from]?.[channel], steps[from + 1]?.[channel]];
        data[at] = dithered(one + (other - one) * share, at);
      }
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

function mixed(colours: readonly Rgb[], along: number): Rgb {
  const position = along * (colours.length - 1);
  const from = colours[Math.floor(position)] ?? [0, 0, 0];
  const to = colours[Math.ceil(position)] ?? from;
  const share = position % 1;
  const mix = (channel: 0 | 1 | 2) => {
    const light = toLinear(from[channel]) * (1 - share) + toLinear(to[channel]) * share;
    const byLight = bytesOfLight[Math.round(light * 4096)] ?? 0;
    const byBytes = from[channel] * (1 - share) + to[channel] * share;
    return (byLight + byBytes) / 2;
  };
  return [mix(0), mix(1), mix(2)];
}

/** One-colour paper that curves from wall to floor, with a soft light and darker corners. */
export function studioBackdrop(width: number, height: number, colour: Rgb): Photo {
  const data = new Uint8ClampedArray(width * height * 3);
  const brightness =
    (0.2126 * toLinear(colour[0]) + 0.7152 * toLinear(colour[1]) + 0.0722 * toLinear(colour[2])) ** 0.45;
  // White turns grey with falloff; black needs a spot of light.
  const depth = 0.3 - 0.2 * brightness ** 2;
  const lift = 14 * (1 - brightness) ** 2;
  const shape = Math.min(1.25, Math.max(0.8, width / height));
  const across = Float32Array.from({ length: width }, (_, x) => bell((((x + 0.5) / width - 0.5) * shape) / 0.62));
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = (y + 0.5) / height;
    // The bend faces away from the light, the floor towards it.
    const bend = 0.35 * Math.exp(-(((down - 0.8) / 0.07) ** 2)) - 0.3 * smoothstep(0.8, 1, down);
    const lightDown = bell((down - 0.4) / 0.72);
    for (let x = 0; x < width; x += 1) {
      const light = lightDown * (across[x] ?? 0);
      const shade = 1 + depth * (light * 1.1 - 0.72) - depth * 0.25 * bend;
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const value = (colour[channel] ?? 0) * shade + lift * light;
        data[at] = dithered(value, at);
      }
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

const bell = (distance: number) => Math.exp(-1.1 * distance * distance);
