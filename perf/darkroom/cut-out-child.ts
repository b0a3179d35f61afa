import { cutOut, unclearBelow } from "../../app/darkroom/cut-out/cut-out.ts";
import { decodePhoto } from "../../app/darkroom/decode.ts";
import { encodeCutOut } from "../../app/darkroom/develop.ts";
import { seePhoto } from "../../app/darkroom/vision/sight.ts";
import { serveMeasured } from "./measured-child.ts";

export interface CutOutFigures {
  faces: number;
  confidence: number;
  refused: boolean;
  /** The cut-out as a PNG with transparency. */
  png: Uint8Array;
}

/** Cuts out a photo's subject and returns the darkroom's confidence. */
serveMeasured<Uint8Array, CutOutFigures>(async (image, saliency) => {
  const photo = await decodePhoto(image);
  if (!photo) throw new Error("The photo cannot be decoded.");
  const sight = await seePhoto(photo, saliency);
  const { foreground, alpha, confidence } = await cutOut(sight, { edges: 50 });
  const faces = (await sight.faces()).length;
  const png = (await encodeCutOut(foreground, alpha, "")).image;
  return { faces, confidence, refused: confidence < unclearBelow, png };
});
