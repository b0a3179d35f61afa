import { z } from "zod";
import type { Recipe } from "../../transformations/image-generator.ts";
import { freeText, oneOf, optionalText, rulesOf, subject } from "../tool-rules.server.ts";
import type { PortraitRecipe } from "../recipe.ts";
import {
  type Attire,
  attires,
  type CameraAngle,
  cameraAngles,
  extraAngles,
  type Gender,
  type Pose,
  poses,
} from "./portrait-options.ts";
import { type SceneCategory, type SceneId, scenes } from "./scenes.ts";
import { asWritten, likeness, memberTexts, paragraphs, photographic, whereabouts } from "../prompt-parts.server.ts";

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
  // Without a generative model the member sees neither question.
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

function portraitPrompt(recipe: PortraitRecipe): string {
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
      : `${attireDescriptions[attire]}, cut for ${personOf(gender)}`;
  return attireDetails ? `${clothes}; in detail ${asWritten("attire")}.` : `${clothes}.`;
}

function poseOf({ pose, gender }: PortraitRecipe): string {
  if (pose === "maintain") return "keep the pose of the photograph.";
  if (pose === "describe") return `${asWritten("pose")}.`;
  return `${poseDescriptions[pose]}, natural for ${personOf(gender)}.`;
}

function angleOf({ angle }: PortraitRecipe): string {
  if (angle === "maintain") return "keep the angle and the framing of the photograph.";
  return angle === "describe" ? `${asWritten("camera")}.` : `${angleDescriptions[angle]}.`;
}

const attireDescriptions: Record<Exclude<Attire, "maintain">, string> = {
  formal: "formal dress for a ceremony: a well-cut dark suit or an equally formal gown or traditional robe",
  casual: "neat casual clothes: a plain well-fitting shirt or top, no logos",
  business: "business clothes: a tailored blazer over a plain shirt or blouse",
  evening: "elegant evening dress in a rich dark fabric",
  sport: "clean modern sportswear, no logos",
};

const genderDescriptions: Record<Gender, string> = { male: "a man", female: "a woman" };

const personOf = (gender: Gender | undefined) => (gender ? genderDescriptions[gender] : "the person");

const poseDescriptions: Record<Exclude<Pose, "maintain" | "describe">, string> = {
  "confident-stand": "standing upright and confident, shoulders square to the camera, arms relaxed",
  "crossed-arms": "standing with the arms crossed loosely over the chest",
  "hand-in-pocket": "standing relaxed with one hand in a trouser pocket",
  "leaning-forward": "leaning slightly forward towards the camera, attentive",
  "side-profile": "turned sideways, the face in profile",
  "sitting-professional": "sitting upright on a plain chair, hands resting on the thighs",
  "elegant-stand": "standing elegantly, weight on one leg, shoulders slightly turned",
  "hand-on-hip": "standing with one hand on the hip",
  "arms-behind-back": "standing with both arms behind the back",
  "leaning-slightly": "leaning slightly to one side, relaxed",
  "sitting-elegant": "sitting elegantly on a plain chair, legs together, hands in the lap",
};

const angleDescriptions: Record<Exclude<CameraAngle, "maintain" | "describe">, string> = {
  front: "straight from the front at eye level",
  side: "from the side at eye level, the person in profile",
  "three-quarter": "from a three-quarter angle at eye level, both eyes visible",
  low: "from below, the camera at waist height looking up",
  high: "from above, the camera over head height looking down",
  "close-up": "as a close-up of head and shoulders",
  wide: "as a wide shot, the person smaller, with much of the scene around them",
  back: "from behind: the back of the head and the shoulders, the face not visible",
};

/** Templates described for a model, with the light on a person. Directions are the camera's; see scene-light.ts. */
const sceneDescriptions: Record<SceneId, string> = {
  "garden-paradise":
    "a lush flower garden with a rose-covered arch behind, beds of pink, violet and yellow blossom in front of it, softly out of focus; clear daylight from the upper right and slightly in front, soft green fill from the leaves",
  "urban-architecture":
    "a city street between tall stone and brick façades with warmly lit shop windows, street trees, wet asphalt and parked cars out of focus; golden low sun from the right and in front, cool blue sky light in the shadows",
  "beach-sunset":
    "a sandy beach at sunset under an orange and violet sky, the sun low over a calm sea at the right and mirrored in wet sand, dark palms at the sides; warm light from behind at the right that rims hair and shoulders, soft dim violet fill from the front",
  "mountain-view":
    "a dry alpine meadow between dark firs, a chain of snow-covered summits under a clear blue sky; bright sun from the upper right and in front, crisp blue shadows",
  "forest-path":
    "a sandy path that leads between tall trees into a bright hazy clearing, ferns at both sides; gentle hazy light from above and behind, soft green fill, hardly any shadow",
  "city-park":
    "a city park with a paved path, mown grass, round leafy trees and a bench, distant towers out of focus; summer daylight from the upper right, slightly from behind, bright green fill",
  lakeside:
    "the shore of a still mountain lake with reeds, a low wooden canoe, a wooden jetty at the right and wooded hills behind; clear daylight from the right and slightly in front, glitter on the water, cool blue shadows",
  "desert-landscape":
    "smooth golden sand dunes with flat-topped acacias and dry scrub under a hazy blue sky; hard low warm sun from the right, long blue shadows",
  "cozy-living-room":
    "a cosy living room in the evening with a brown sofa and coloured cushions, candles, framed pictures and a string of small lights, a dark blue window at the left; warm lamp light from a standard lamp at the right, amber fill",
  "modern-office":
    "a bright open-plan office with white desks, blue chairs, plants and a glass front at the left; large soft daylight from the left, even white ceiling light",
  "luxury-hotel-lobby":
    "a grand hotel lobby with neutral marble columns, a crystal chandelier, a dark walnut panel, low round chairs and a flower arrangement; cool daylight from the upper left, warm lamp light from all sides",
  "modern-kitchen":
    "a bright modern kitchen with a white island, wooden stools, three hanging lamps and green leaves behind a window at the left; large soft daylight from the left, a little warm lamp light from above",
  "elegant-restaurant":
    "an elegant restaurant in the evening with white tablecloths, candles, red upholstery and framed pictures; warm dim lamp light from the upper right and in front, amber fill",
  "home-library":
    "a home library with tall shelves of old books, a leather armchair and a bright narrow window behind, a green banker's lamp; warm lamp light from above at the right, soft amber fill",
  "conference-room":
    "a modern conference room with a long table, black chairs, plants and a large dark screen on a wooden wall; soft neutral ceiling light from the upper left, even fill",
  "bedroom-suite":
    "a calm hotel bedroom with a wide bed, blue headboard, beige walls and two small lit bedside lamps; large soft daylight from a window at the left, a little warm lamp light",
  "clean-white-studio":
    "a clean white photo studio with a seamless white background and the faint blurred light of a tall window at the right; soft bright light from the left and in front, gentle shadow",
  "elegant-gray-studio":
    "a photo studio with a mottled hand-painted grey canvas, one pool of light left of the centre and charcoal towards its edges; soft key light from the upper left and in front, deep gentle shadow on the other side",
};
