import { adviceFor, allAdvice } from "./photo-advice.ts";
export interface PhotoRaster {
  pixels: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

/** Luma from 0 to 255; `middleTone` is the median. `sharpness` is null without contrast to judge. */
export interface PhotoMeasures {
  /** Median and 95th percentile. */
  middleTone: number;
  brightTone: number;
  /**
   * Variance of the Laplacian over variance of luma, 90th percentile of tiles with contrast; null without such a tile.
   */
  sharpness: number | null;
  /** Largest distance of a tile from the median tile, in steps of 8-bit colour or contrast. */
  standout: number;
}

/** Longer side of the measured copy, px: makes figures comparable between photos. */
export const rasterSide = 768;

/** Along the longer side: a tile is about the smallest face worth a portrait. */
const tilesAlong = 16;

/** Standard deviation of luma below which a tile has no edge to judge; grain and JPEG reach 5. */
const contrastEnough = 12;

/**
 * Blur is the variance of the Laplacian (Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy", ICPR
 * 2000), relative to contrast and in the sharpest tiles, so that a soft background or haze does not count.
 */
export function measurePhoto(raster: PhotoRaster): PhotoMeasures {
  const luma = lumaOf(raster);
  const tiles = tilesOf(raster).map((place) => measureTile(raster, luma, place));
  const tones = tonesOf(luma);
  const sharpnesses = tiles.filter(({ deviation }) => deviation >= contrastEnough).map(({ sharpness }) => sharpness);
  return {
    middleTone: tones(0.5),
    brightTone: tones(0.95),
    sharpness: sharpnesses.length ? shareOf(sharpnesses, 0.9) : null,
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
  colour: readonly [number, number, number];
  deviation: number;
  sharpness: number;
}

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

function standoutOf(tiles: Tile[]): number {
  const middle = (value: (tile: Tile) => number) => shareOf(tiles.map(value), 0.5);
  const usual = [0, 1, 2].map((channel) => middle(({ colour }) => colour[channel] ?? 0));
  const usualDeviation = middle(({ deviation }) => deviation);
  const distances = tiles.map(({ colour, deviation }) =>
    Math.hypot(...usual.map((value, channel) => (colour[channel] ?? 0) - value), deviation - usualDeviation),
  );
  return Math.max(...distances);
}

function lumaOf({ pixels, width, height }: PhotoRaster): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let index = 0; index < luma.length; index += 1) {
    const [red = 0, green = 0, blue = 0] = [pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2]];
    luma[index] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return luma;
}

function tonesOf(luma: Uint8Array): (share: number) => number {
  const counts = new Uint32Array(256);
  for (const value of luma) counts[value] = (counts[value] ?? 0) + 1;
  return (share) => {
    let seen = 0;
    return counts.findIndex((count) => (seen += count) >= share * luma.length);
  };
}

function shareOf(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** The advice on a photo, measured in the browser. Null if the browser cannot decode it. */
export async function measureOnDevice(photo: Blob, needsSubject: boolean): Promise<string[] | null> {
  const picture = await createImageBitmap(photo).catch(() => null);
  if (!picture) return null;
  const { width, height } = picture;
  const scale = Math.min(1, rasterSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
  const measures = measurePhoto({ pixels, width: canvas.width, height: canvas.height });
  return allAdvice(adviceFor({ width, height }, measures), needsSubject);
}
