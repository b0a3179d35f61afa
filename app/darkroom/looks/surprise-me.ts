import type { SurpriseMeRecipe } from "../../tools/recipe.ts";
import type { Photo } from "../photo.ts";
import { change } from "../pixels/sample-photos.ts";
import type { Sight } from "../vision/sight.ts";
import { wishesUnused } from "../wishes-unused.ts";
import type { OnProgress, Work } from "../work.ts";
import { enhance } from "./enhance.ts";

/** The photo enhanced, in three looks. */
export function surpriseMe(sight: Sight, { wishes }: SurpriseMeRecipe, onProgress: OnProgress): Work {
  const picture = enhance(sight.photo, onProgress);
  const looks = [
    { look: "bright" as const, picture: brighter(picture) },
    { look: "vivid" as const, picture: moreColourful(picture) },
  ];
  return { ok: true, picture, looks, ...(wishes ? { note: wishesUnused } : {}) };
}

const brighter = (photo: Photo) => change(photo, (colour) => mapped(colour, (value) => 255 * (value / 255) ** 0.8));

const moreColourful = (photo: Photo) =>
  change(photo, (colour) => {
    const [red, green, blue] = colour;
    const mean = (red + green + blue) / 3;
    return mapped(colour, (value) => mean + (value - mean) * 1.3);
  });

const mapped = ([red, green, blue]: readonly [number, number, number], by: (value: number) => number) =>
  [by(red), by(green), by(blue)] as const;
