import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { LabColours } from "./lab-colours.ts";

/** Each pixel's colour gradient in CIELAB as its rank among all of the photo's: 0 the flattest, 1 the strongest. */
export function edgeRanks(colours: LabColours, width: number, height: number): Plane {
  const gradients = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      let sum = 0;
      for (const values of colours) {
        sum += ((values[at + 1] ?? 0) - (values[at - 1] ?? 0)) ** 2;
        sum += ((values[at + width] ?? 0) - (values[at - width] ?? 0)) ** 2;
      }
      gradients[at] = Math.sqrt(sum);
    }
  }
  const order = Uint32Array.from(gradients.keys()).sort(
    (one, other) => (gradients[one] ?? 0) - (gradients[other] ?? 0),
  );
  const ranks = emptyPlane(width, height);
  for (const [rank, at] of order.entries()) ranks.data[at] = rank / order.length;
  return ranks;
}
