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
const ratios = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9", "1:4", "4:1"] as const;

type AspectRatio = (typeof ratios)[number];

export function nearestAspectRatio({ width, height }: { width: number; height: number }): AspectRatio {
  const distance = (ratio: AspectRatio) => Math.abs(Math.log(width / height / valueOf(ratio)));
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function valueOf(ratio: AspectRatio): number {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  return across / down;
}
