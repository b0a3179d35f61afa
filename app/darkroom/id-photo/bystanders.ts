import { bilinearRows } from "../pixels/bilinear-rows.ts";
import { type Plane, smoothstep } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";

/** In sizes of the face: half the width of a head with short hair, and where shoulders begin and how they widen. */
const [headWide, shouldersFrom, widening] = [0.62, 0.6, 2.2];
const soft = 0.12;
/** Likelihood by the saliency network, below which nothing beside the head is hair. */
const [noneBelow, hairFrom] = [0.1, 0.3];

/** Likelihood of a sitter seen alone. */
const [notAlone, alone] = [0.2, 0.5];

export interface Looks {
  readonly salient: Plane;
  readonly bust: Plane;
}

/**
 * Clears bystanders whom the saliency network does not see: beside the head, above the shoulders (hair there is
 * salient), and where the sitter seen alone ends.
 */
export function withoutBystanders(alpha: Plane, { centre, size, turn }: Face, { salient, bust }: Looks): Plane {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [readSalient, readBust] = [salient, bust].map((look) => bilinearRows(look, alpha.width, alpha.height));
  const [salients, busts] = [new Float32Array(alpha.width), new Float32Array(alpha.width)];
  const data = alpha.data.slice();
  for (let y = 0; y < alpha.height; y += 1) {
    readSalient?.(y, salients);
    readBust?.(y, busts);
    for (let x = 0, at = y * alpha.width; x < alpha.width; x += 1, at += 1) {
      const own = data[at] ?? 0;
      if (own === 0) continue;
      const [across, down] = [x - centre.x, y - centre.y];
      const aside = Math.abs(across * cos + down * sin) / size;
      const below = (down * cos - across * sin) / size;
      const limit = headWide + widening * Math.max(0, below - shouldersFrom);
      const outside = Math.max(smoothstep(limit, limit + soft, aside), smoothstep(alone, notAlone, busts[x] ?? 0));
      if (outside > 0) data[at] = own * (1 - outside * smoothstep(hairFrom, noneBelow, salients[x] ?? 0));
    }
  }
  return { ...alpha, data };
}
