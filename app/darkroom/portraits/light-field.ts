import type { SceneLight } from "../../tools/portrait-studio/scene-light.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";

/**
 * How much a subject of this outline turns towards the scene's main light, -1 to 1, per pixel. The outline is taken
 * for a rounded body: near its edges surfaces turn outwards, and across its whole width a little.
 */
export function lightField(alpha: Plane, light: SceneLight): Plane {
  const { width, height } = alpha;
  const radians = (light.keyDegrees * Math.PI) / 180;
  // Towards the light, in the picture: to the right and down.
  const [towardsX, towardsY] = [-Math.cos(radians), -Math.sin(radians)];
  const side = Math.max(width, height);
  const body = gaussianBlur(alpha, side * (0.035 + 0.03 * light.softness));
  const { x: centreX, y: centreY, halfWidth, halfHeight } = extentOf(alpha);
  const field = emptyPlane(width, height);
  const reach = Math.max(2, Math.round(side * 0.02));
  for (let y = 0, at = 0; y < height; y += 1) {
    const [above, below] = [Math.max(0, y - reach) * width, Math.min(height - 1, y + reach) * width];
    for (let x = 0; x < width; x += 1, at += 1) {
      const row = y * width;
      const slopeX =
        (body.data[row + Math.min(width - 1, x + reach)] ?? 0) - (body.data[row + Math.max(0, x - reach)] ?? 0);
      const slopeY = (body.data[below + x] ?? 0) - (body.data[above + x] ?? 0);
      // The outline falls off outwards: its slope points inwards.
      const edge = -(slopeX * towardsX + slopeY * towardsY) * 1.6;
      const across = ((x - centreX) / halfWidth) * towardsX + ((y - centreY) / halfHeight) * towardsY * 0.5;
      field.data[at] = Math.tanh(edge) * 0.6 + Math.tanh(across) * 0.4;
    }
  }
  return field;
}

function extentOf({ width, height, data }: Plane) {
  let [sum, sumX, sumY, sumXX, sumYY] = [1e-6, 0, 0, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const weight = data[at] ?? 0;
      sum += weight;
      sumX += weight * x;
      sumY += weight * y;
      sumXX += weight * x * x;
      sumYY += weight * y * y;
    }
  }
  const [x, y] = [sumX / sum, sumY / sum];
  const spread = (squares: number, mean: number) =>
    Math.max(1, 1.8 * Math.sqrt(Math.max(0, squares / sum - mean * mean)));
  return { x, y, halfWidth: spread(sumXX, x), halfHeight: spread(sumYY, y) };
}
