/** A photo as it is measured: its own pixels, or a copy whose longer side is `rasterSide`. */
export interface PhotoRaster {
  /** RGBA, 8 bits each, sRGB. */
  pixels: Uint8Array | Uint8ClampedArray;
  /** Of the raster, px. */
  width: number;
  height: number;
}

/** What a photo looks like, as far as numbers tell. Luma from 0 to 255. */
export interface Look {
  /** The tone half of the pixels are darker than, and the one nineteen of twenty are. */
  middleTone: number;
  brightTone: number;
  /**
   * How sharp its sharpest parts are: the variance of the Laplacian over the variance of luma, of the tiles with
   * contrast the one that nine of ten fall below. Null where nothing has contrast enough to tell.
   */
  sharpness: number | null;
  /** How far the part that differs most from the rest does, in steps of 8-bit colour and of contrast alike. */
  standout: number;
}

/** Everything is measured on copies of this longer side, so that a figure means the same for every photo, px. */
export const rasterSide = 768;

/** Tiles along the longer side: about as small as a face still worth a portrait. */
const tilesAlong = 16;

/** Below this standard deviation of luma a tile shows no edge that could be sharp or not; grain and JPEG make up to 5. */
const contrastEnough = 12;

/**
 * Measures a photo, on the server and on the device alike. Blur is told by the variance of the Laplacian (Pech-Pacheco
 * et al., "Diatom autofocusing in brightfield microscopy", ICPR 2000), taken relative to each tile's contrast and in
 * the sharpest tiles, so that a soft background, dim light or haze around a sharp subject is not taken for it.
 */
export function measurePhoto(raster: PhotoRaster): Look {
  const luma = lumaOf(raster);
  const tiles = tilesOf(raster).map((place) => measureTile(raster, luma, place));
  const tones = tonesOf(luma);
  const told = tiles.filter(({ deviation }) => deviation >= contrastEnough).map(({ sharpness }) => sharpness);
  return {
    middleTone: tones(0.5),
    brightTone: tones(0.95),
    sharpness: told.length ? shareOf(told, 0.9) : null,
    standout: standoutOf(tiles),
  };
}

interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Tile {
  /** Mean red, green and blue, and the standard deviation of luma. */
  colour: readonly [number, number, number];
  deviation: number;
  sharpness: number;
}

/** Whole tiles only; of a photo narrower than one, what there is. */
function tilesOf({ width, height }: PhotoRaster): Place[] {
  const side = Math.ceil(Math.max(width, height) / tilesAlong);
  const places: Place[] = [];
  for (let top = 0; top === 0 || top + side <= height; top += side) {
    for (let left = 0; left === 0 || left + side <= width; left += side) {
      places.push({ left, top, right: Math.min(left + side, width), bottom: Math.min(top + side, height) });
    }
  }
  return places;
}

function measureTile({ pixels, width, height }: PhotoRaster, luma: Uint8Array, place: Place): Tile {
  let [count, sum, squares, red, green, blue] = [0, 0, 0, 0, 0, 0];
  let [inner, edges, edgeSquares] = [0, 0, 0];
  for (let y = place.top; y < place.bottom; y += 1) {
    for (let x = place.left; x < place.right; x += 1) {
      const index = y * width + x;
      const value = luma[index] ?? 0;
      count += 1;
      sum += value;
      squares += value * value;
      red += pixels[4 * index] ?? 0;
      green += pixels[4 * index + 1] ?? 0;
      blue += pixels[4 * index + 2] ?? 0;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) continue;
      const beside = (luma[index - 1] ?? 0) + (luma[index + 1] ?? 0);
      const laplacian = beside + (luma[index - width] ?? 0) + (luma[index + width] ?? 0) - 4 * value;
      inner += 1;
      edges += laplacian;
      edgeSquares += laplacian * laplacian;
    }
  }
  const variance = Math.max(squares / count - (sum / count) ** 2, 0);
  const edgeVariance = inner ? edgeSquares / inner - (edges / inner) ** 2 : 0;
  return {
    colour: [red / count, green / count, blue / count],
    deviation: Math.sqrt(variance),
    sharpness: variance > 0 ? edgeVariance / variance : 0,
  };
}

/** The tile that differs most from the middle of all tiles: of a wall, a floor or a lawn, none does. */
function standoutOf(tiles: Tile[]): number {
  const middle = (value: (tile: Tile) => number) => shareOf(tiles.map(value), 0.5);
  const usual = [0, 1, 2].map((channel) => middle(({ colour }) => colour[channel] ?? 0));
  const usualDeviation = middle(({ deviation }) => deviation);
  const distances = tiles.map(({ colour, deviation }) =>
    Math.hypot(...usual.map((value, channel) => (colour[channel] ?? 0) - value), deviation - usualDeviation),
  );
  return Math.max(...distances);
}

/** Luma as ITU-R BT.601 weighs it, and JPEG with it. */
function lumaOf({ pixels, width, height }: PhotoRaster): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let index = 0; index < luma.length; index += 1) {
    const [red = 0, green = 0, blue = 0] = [pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2]];
    luma[index] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return luma;
}

/** Answers which tone a share of all pixels does not exceed. */
function tonesOf(luma: Uint8Array): (share: number) => number {
  const counts = new Uint32Array(256);
  for (const value of luma) counts[value] = (counts[value] ?? 0) + 1;
  return (share) => {
    let seen = 0;
    return counts.findIndex((count) => (seen += count) >= share * luma.length);
  };
}

/** The value this share of them fall below. */
function shareOf(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
