import { emptyPlane, type Plane } from "./plane.ts";

/** Two planes of one size, multiplied pixel by pixel. */
export function product(one: Plane, other: Plane): Plane {
  const products = emptyPlane(one.width, one.height);
  for (let at = 0; at < products.data.length; at += 1) {
    products.data[at] = (one.data[at] ?? 0) * (other.data[at] ?? 0);
  }
  return products;
}
