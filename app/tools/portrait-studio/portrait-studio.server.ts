import { z } from "zod";
import type { Recipe } from "../../transformations/image-generator.ts";
import { freeText, oneOf, optionalText, subject } from "../recipe-fields.server.ts";
import type { PortraitRecipe } from "../recipe.ts";
import { rulesOf } from "../tool-rules.server.ts";
import { attires, cameraAngles, extraAngles, poses } from "./portrait-options.ts";
import { portraitPrompt } from "./portrait-prompt.server.ts";
import { type SceneCategory, scenes } from "./scenes.ts";

/** A template needs its category; only "describe" has a text. */
const background = z.discriminatedUnion("background", [
  z.strictObject({ background: z.literal("maintain") }),
  z.strictObject({ background: z.literal("describe"), backgroundText: freeText }),
  z.strictObject({ background: z.literal("outdoor"), template: scenesOf("outdoor") }),
  z.strictObject({ background: z.literal("indoor"), template: scenesOf("indoor") }),
  z.strictObject({ background: z.literal("studio"), template: scenesOf("studio") }),
]);

const male = { gender: z.literal("male") };
const female = { gender: z.literal("female") };
const described = { pose: z.literal("describe"), poseText: freeText };

const pose = z.discriminatedUnion("gender", [
  // Without a generative model neither is asked.
  z.strictObject({ gender: z.undefined().optional(), pose: z.literal("maintain").default("maintain") }),
  z.discriminatedUnion("pose", [
    z.strictObject({ ...male, pose: oneOf(poses.male.filter(({ id }) => id !== "describe")) }),
    z.strictObject({ ...male, ...described }),
  ]),
  z.discriminatedUnion("pose", [
    z.strictObject({ ...female, pose: oneOf(poses.female.filter(({ id }) => id !== "describe")) }),
    z.strictObject({ ...female, ...described }),
  ]),
]);

const angle = z.discriminatedUnion("angle", [
  z.strictObject({ angle: oneOf(cameraAngles.filter(({ id }) => id !== "describe")) }),
  z.strictObject({ angle: z.literal("describe"), angleText: freeText }),
]);
const extraAngle = z.strictObject({ angle: oneOf(extraAngles) });

const beforeTheAngle = z
  .strictObject({
    tool: z.literal("portrait-studio"),
    subject,
    attire: oneOf(attires).default("maintain"),
    attireDetails: optionalText,
  })
  .and(background)
  .and(pose);

const portrait = beforeTheAngle.and(angle) satisfies z.ZodType<PortraitRecipe>;
const portraitFromAnotherAngle = beforeTheAngle.and(extraAngle) satisfies z.ZodType<PortraitRecipe>;

export const portraitStudioRules = rulesOf(
  portrait,
  portrait.or(portraitFromAnotherAngle),
  portraitPrompt,
  ({ template }) => scenes.find(({ id }) => id === template)?.name ?? "Portrait",
);

/** Null unless it is a portrait's recipe and an offered angle. */
export function recipeFromAnotherAngle(finished: Recipe, angleId: string): Recipe | null {
  const { angle: _angle, angleText: _text, ...rest } = finished;
  const { data } = portraitFromAnotherAngle.safeParse({ ...rest, angle: angleId });
  return data ?? null;
}

function scenesOf(category: SceneCategory) {
  return oneOf(scenes.filter((scene) => scene.category === category));
}
