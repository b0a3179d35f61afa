import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";
import { edgeRanks } from "./edge-rank.ts";
import { type LabColours, labColours } from "./lab-colours.ts";
import { saliency } from "./saliency.ts";

/** A small photo and what was measured in it, to guess the subject from and to judge guesses by. */
export interface Scene {
  photo: Photo;
  colours: LabColours;
  /** How strong the edge at each pixel is, as the share of the photo's pixels that have weaker ones. */
  edgeRank: Plane;
  saliency: Plane;
}

export function measureScene(photo: Photo): Scene {
  const colours = labColours(photo);
  return {
    photo,
    colours,
    edgeRank: edgeRanks(colours, photo.width, photo.height),
    saliency: saliency(colours, photo.width, photo.height),
  };
}
