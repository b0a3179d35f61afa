import type { LumaChroma } from "./luma-chroma.ts";
import type { Plane } from "./plane.ts";

/** How much a difference in colour counts beside the same difference in luma. */
const chromaWeight = 1;
/** Differences between neighbours are kept in steps this fine. */
const [levels, perUnit] = [1024, 512];

/**
 * Flattens areas while edges stay: the recursive filter of Gastal and Oliveira (Domain Transform for Edge-Aware Image
 * Processing, 2011). `reach` is how far colours run into each other, in pixels; neighbours that differ by much more
 * than `contrast` (in luma, 0 to 1) keep apart.
 */
export function domainTransform(colour: LumaChroma, reach: number, contrast: number, rounds = 3): LumaChroma {
  const { across, down } = differences(colour);
  const smooth = { luma: copy(colour.luma), blueness: copy(colour.blueness), redness: copy(colour.redness) };
  for (let round = 0; round < rounds; round += 1) {
    const sigma = (reach * Math.sqrt(3) * 2 ** (rounds - round - 1)) / Math.sqrt(4 ** rounds - 1);
    const share = Math.exp(-Math.SQRT2 / sigma);
    const passing = Float32Array.from(
      { length: levels },
      (_, level) => share ** (1 + (reach / contrast) * (level / perUnit)),
    );
    for (const plane of [smooth.luma, smooth.blueness, smooth.redness]) {
      runRows(plane, across, passing);
      runColumns(plane, down, passing);
    }
  }
  return smooth;
}

const copy = ({ width, height, data }: Plane): Plane => ({ width, height, data: data.slice() });

/** How much each pixel differs from the one to its left, and from the one above. */
function differences({ luma, blueness, redness }: LumaChroma): { across: Uint16Array; down: Uint16Array } {
  const { width } = luma;
  const between = (one: number, other: number) => {
    const bright = Math.abs((luma.data[one] ?? 0) - (luma.data[other] ?? 0));
    const blue = Math.abs((blueness.data[one] ?? 0) - (blueness.data[other] ?? 0));
    const red = Math.abs((redness.data[one] ?? 0) - (redness.data[other] ?? 0));
    return Math.min(levels - 1, (bright + chromaWeight * (blue + red)) * perUnit);
  };
  const across = new Uint16Array(luma.data.length);
  const down = new Uint16Array(luma.data.length);
  for (let at = 1; at < across.length; at += 1) across[at] = between(at, at - 1);
  for (let at = width; at < down.length; at += 1) down[at] = between(at, at - width);
  return { across, down };
}

function runRows({ width, data }: Plane, across: Uint16Array, passing: Float32Array): void {
  for (let row = 0; row < data.length; row += width) {
    let value = data[row] ?? 0;
    for (let at = row + 1; at < row + width; at += 1) {
      const own = data[at] ?? 0;
      value = own + (passing[across[at] ?? 0] ?? 0) * (value - own);
      data[at] = value;
    }
    for (let at = row + width - 2; at >= row; at -= 1) {
      const own = data[at] ?? 0;
      value = own + (passing[across[at + 1] ?? 0] ?? 0) * (value - own);
      data[at] = value;
    }
  }
}

/** Row after row, so that memory is read in order. */
function runColumns({ width, data }: Plane, down: Uint16Array, passing: Float32Array): void {
  for (let at = width; at < data.length; at += 1) {
    const own = data[at] ?? 0;
    data[at] = own + (passing[down[at] ?? 0] ?? 0) * ((data[at - width] ?? 0) - own);
  }
  for (let at = data.length - width - 1; at >= 0; at -= 1) {
    const own = data[at] ?? 0;
    data[at] = own + (passing[down[at + width] ?? 0] ?? 0) * ((data[at + width] ?? 0) - own);
  }
}
