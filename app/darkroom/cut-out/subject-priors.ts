import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { clamp } from "../pixels/smoothstep.ts";
import type { Face } from "./faces.ts";

/** Where subjects of a kind usually are, 0 to 1 per pixel, before the photo's colours are looked at. */
export type SubjectPrior = Plane;

/** One person as portraits show them: a head above the middle, shoulders that widen to the bottom. */
export function bodyPrior(width: number, height: number): SubjectPrior {
  return drawPrior(width, height, (across, down) => {
    const head = bell(across / 0.17, (down - 0.36) / 0.2);
    const torso = down > 0.45 ? bell(across / (0.16 + 0.4 * (down - 0.45)), 0) * Math.min(1, (down - 0.45) * 6) : 0;
    return Math.max(0.9 * head, torso, 0.85 * bell(across / 0.2, (down - 0.52) / 0.24));
  });
}

/** A thing, an animal: anything about the middle. */
export function objectPrior(width: number, height: number): SubjectPrior {
  return drawPrior(width, height, (across, down) => bell(across / 0.25, (down - 0.53) / 0.25));
}

/** A small thing, with much around it. */
export function smallObjectPrior(width: number, height: number): SubjectPrior {
  return drawPrior(width, height, (across, down) => bell(across / 0.14, (down - 0.53) / 0.16));
}

/** Something large that fills the frame, as close-ups do. */
export function closeUpPrior(width: number, height: number): SubjectPrior {
  return drawPrior(width, height, (across, down) => 0.95 * bell(across / 0.42, (down - 0.6) / 0.5));
}

/** People wherever faces are: a head and a body for each. */
export function peoplePrior(width: number, height: number, faces: readonly Face[]): SubjectPrior {
  return drawPrior(width, height, (across, down) => {
    const [x, y] = [(across + 0.5) * width, down * height];
    let likeliest = 0;
    for (const face of faces) {
      const head = bell((x - face.x) / (0.62 * face.width), (y - face.y + 0.15 * face.height) / (0.75 * face.height));
      const below = (y - face.y) / face.height;
      const spread = face.width * clamp(0.7, 0.6 + 0.5 * (below - 0.5), 1.6);
      const body = below > 0.6 && below < 6 ? 0.95 * bell((x - face.x) / spread, 0) * Math.min(1, (6 - below) / 2) : 0;
      likeliest = Math.max(likeliest, head, body);
    }
    return likeliest;
  });
}

/** `across` runs from -0.5 to 0.5, `down` from 0 to 1. */
function drawPrior(width: number, height: number, at: (across: number, down: number) => number): SubjectPrior {
  const prior = emptyPlane(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) prior.data[y * width + x] = at((x + 0.5) / width - 0.5, (y + 0.5) / height);
  }
  return prior;
}

const bell = (x: number, y: number) => Math.exp(-(x * x + y * y) / 2);
