import type { Content, Part } from "@google/genai";
import type { GenerationRequest } from "../../../transformations/image-generator.ts";
import type { KeyColour } from "./key-colours.server.ts";

/** Pictures and text in the order that the text relies on; adds the key colour to the recipe's prompt. */
export function contentsOf(
  { prompt, image, mimeType, finished }: Pick<GenerationRequest, "prompt" | "image" | "mimeType" | "finished">,
  key: KeyColour | null,
): Content[] {
  const texts = [prompt, key && `The key colour is ${key.name}, ${key.hex}.`, finished && whichIsWhich];
  const pictures = [{ image, mimeType }, ...(finished ? [finished] : [])];
  const parts = [...pictures.map(inlined), { text: texts.filter(Boolean).join("\n") }];
  return [{ role: "user", parts }];
}

const whichIsWhich = [
  "Two pictures come with this text. The first is the photograph: take the person's likeness from it alone.",
  "The second is the portrait that was made from it: keep its place, light, clothes and pose,",
  "and show them again, seen from the camera position named above.",
].join(" ");

const inlined = ({ image, mimeType }: { image: Uint8Array; mimeType: string }): Part => ({
  inlineData: { mimeType, data: Buffer.from(image).toString("base64") },
});

/** https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios without 1:8 and 8:1, beyond our 5:1 limit. */
const usualRatios = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"] as const;
const allRatios = [...usualRatios, "1:4", "4:1"] as const;

type AspectRatio = (typeof allRatios)[number];

interface ImageModel {
  /** The smallest size that holds our 1920 px; null where the model has one size and knows no field for it. */
  imageSize: "2K" | null;
  ratios: readonly AspectRatio[];
}

/**
 * The image models of @google/genai 3.1.0 in service (gemini-2.5-flash-image ended on 2 October 2026,
 * https://ai.google.dev/gemini-api/docs/deprecations) and what each takes, from the page above and the models' cards at
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/models. The first is the default.
 */
const imageModels: Readonly<Record<string, ImageModel>> = {
  "gemini-nano-banana-2.1": { imageSize: "2K", ratios: allRatios },
  "gemini-3.1-flash-image": { imageSize: "2K", ratios: allRatios },
  "gemini-3.1-flash-lite-image": { imageSize: null, ratios: usualRatios },
  "gemini-3-pro-image": { imageSize: "2K", ratios: usualRatios },
  "nano-banana-pro-preview": { imageSize: "2K", ratios: usualRatios },
};

/** @throws for a model whose sizes and shapes are unknown, with a line for the operator. */
export function imageModel(name: string): ImageModel {
  const model = Object.hasOwn(imageModels, name) ? imageModels[name] : undefined;
  if (model) return model;
  throw new Error(`GEMINI_IMAGE_MODEL: ${name} is none of ${Object.keys(imageModels).join(", ")}`);
}

export function nearestAspectRatio(
  { width, height }: { width: number; height: number },
  ratios: readonly AspectRatio[] = allRatios,
): AspectRatio {
  const distance = (ratio: AspectRatio) => Math.abs(Math.log(width / height / valueOf(ratio)));
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best), "1:1");
}

function valueOf(ratio: AspectRatio): number {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  return across / down;
}
