import { asWritten, likeness, memberTexts, paragraphs, photographic, whereabouts } from "../prompt-parts.server.ts";
import type { PortraitRecipe } from "../recipe.ts";
import {
  angleDescriptions,
  attireDescriptions,
  genderDescriptions,
  poseDescriptions,
} from "./portrait-descriptions.ts";
import { sceneDescriptions } from "./scene-descriptions.ts";

export function portraitPrompt(recipe: PortraitRecipe): string {
  return paragraphs(
    "Make a professional portrait photograph of the person in this photograph.",
    whereabouts(recipe.subject),
    `Background: ${backgroundOf(recipe)}`,
    `Attire: ${attireOf(recipe)}`,
    `Pose: ${poseOf(recipe)}`,
    `Camera: ${angleOf(recipe)}`,
    "A head covering and modest dress stay: new clothes cover at least as much as those in the photograph.",
    likeness,
    photographic,
    memberTexts({
      background: recipe.background === "describe" ? recipe.backgroundText : undefined,
      attire: recipe.attireDetails,
      pose: recipe.poseText,
      camera: recipe.angleText,
    }),
  );
}

function backgroundOf(recipe: PortraitRecipe): string {
  const matched = "Match the light on the person to it in direction, colour and softness, and its perspective.";
  switch (recipe.background) {
    case "maintain":
      return "keep it as it is in the photograph.";
    case "describe":
      return `${asWritten("background")}. ${matched}`;
    default:
      return `${sceneDescriptions[recipe.template]}. ${matched}`;
  }
}

function attireOf({ attire, attireDetails, gender }: PortraitRecipe): string {
  const clothes =
    attire === "maintain"
      ? "keep the clothes and the jewellery of the photograph"
      : `${attireDescriptions[attire]}, cut for ${genderDescriptions[gender]}`;
  return attireDetails ? `${clothes}; in detail ${asWritten("attire")}.` : `${clothes}.`;
}

function poseOf({ pose, gender }: PortraitRecipe): string {
  if (pose === "maintain") return "keep the pose of the photograph.";
  if (pose === "describe") return `${asWritten("pose")}.`;
  return `${poseDescriptions[pose]}, natural for ${genderDescriptions[gender]}.`;
}

function angleOf({ angle }: PortraitRecipe): string {
  if (angle === "maintain") return "keep the angle and the framing of the photograph.";
  return angle === "describe" ? `${asWritten("camera")}.` : `${angleDescriptions[angle]}.`;
}
