import type { Content, Part } from "@google/genai";
import type { GenerationRequest } from "../../../transformations/image-generator.ts";
import type { KeyColour } from "./key-colours.ts";

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
