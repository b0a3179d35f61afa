import type { Photo } from "../photo.ts";

/** A small photo is only lifted when its lights lie clearly below white, and not further than its noise allows. */
const [leastGain, mostGain] = [1.3, 5];

/** A photo taken in the dark with its lights brought up to white, for measuring only: edges and colours are relative. */
export function liftDarkPhoto(photo: Photo): Photo {
  const counts = new Uint32Array(256);
  for (const value of photo.data) counts[value] = (counts[value] ?? 0) + 1;
  let [brightest, above] = [255, 0];
  while (brightest > 1 && above < photo.data.length * 0.02) {
    above += counts[brightest] ?? 0;
    brightest -= 1;
  }
  const gain = Math.min(mostGain, 235 / brightest);
  if (gain < leastGain) return photo;
  return { ...photo, data: Uint8Array.from(photo.data, (value) => Math.min(255, Math.round(value * gain))) };
}
