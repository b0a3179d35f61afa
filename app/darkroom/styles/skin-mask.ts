import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { skinLikeness } from "../pixels/skin.ts";

/** How surely each pixel is skin, 0 to 1, with soft edges. Best asked of flattened colours, which have no noise. */
export function skinMask({ luma, blueness, redness }: LumaChroma): Plane {
  const mask = emptyPlane(luma.width, luma.height);
  for (let at = 0; at < mask.data.length; at += 1) {
    mask.data[at] = skinLikeness(luma.data[at] ?? 0, blueness.data[at] ?? 0, redness.data[at] ?? 0);
  }
  return gaussianBlur(mask, 2);
}

/** A style's tone for a pixel, held close to the photo's own by how surely it is skin: nobody turns lighter. */
export function keepSkinTone(styled: number, own: number, skin: number): number {
  const lowest = own * 0.86;
  const highest = own * 1.03;
  const kept = styled < lowest ? lowest : styled > highest ? highest : styled;
  return styled + (kept - styled) * skin;
}
