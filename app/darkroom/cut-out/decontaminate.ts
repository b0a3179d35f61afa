import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";
import { planeSampler } from "../pixels/sample-plane.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { shrinkPlane } from "../pixels/shrink-plane.ts";
import { nearbyColour } from "./nearby-colour.ts";

/** The longer side neighbourhoods are averaged at, in pixels: colours change slowly compared with outlines. */
const meanSide = 480;

/**
 * The subject's own colours where it is partly clear, without what shines through from behind (Forte: Approximate Fast
 * Foreground Colour Estimation, 2021: the means of the subject's and the background's colours nearby, then what of the
 * pixel neither explains). The solid and the clear parts stay as they are. `glance` is a smaller copy of the photo, to
 * take means from.
 */
export function decontaminate(photo: Photo, glance: Photo, alpha: Plane): Photo {
  const { width, height } = photo;
  const small = shrinkPhoto(glance, meanSide);
  const inside = shrinkPlane(alpha, small);
  // Cubed: what is solid knows its side's colour, what is nearly clear hardly does.
  const ofSubject = { ...inside, data: inside.data.map((share) => share ** 3) };
  const ofBackground = { ...inside, data: inside.data.map((share) => (1 - share) ** 3) };
  const colours = [...nearbyColour(small, ofSubject), ...nearbyColour(small, ofBackground)];
  const sampleColours = planeSampler(colours, width, height);
  const near = new Float32Array(colours.length);
  // A copy by constructor: the slice of a Buffer would share its memory.
  const data = new Uint8ClampedArray(photo.data);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const share = alpha.data[at] ?? 0;
      if (share > 0.995 || share < 0.002) continue;
      sampleColours(x, y, near);
      for (let channel = 0, to = at * 3; channel < 3; channel += 1, to += 1) {
        const own = near[channel] ?? 0;
        const left = (data[to] ?? 0) - share * own - (1 - share) * (near[channel + 3] ?? 0);
        data[to] = own + share * left;
      }
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}
