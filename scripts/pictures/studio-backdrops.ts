import sharp from "sharp";

/** What the two studio scenes are made of: light on a sweep of paper or painted canvas, without a horizon. */
interface StudioLight {
  /** The lit middle and the unlit corners, sRGB. */
  lit: Colour;
  unlit: Colour;
  /** Where the light falls, as shares of width and height, and how far it reaches, in widths. */
  pool: { x: number; y: number; reach: number };
  /** How much darker the floor in front is than the wall, 0 to 1: only a shade, as on a lit sweep. */
  floor: number;
  /** How strongly the canvas is mottled by its painter's brush, in levels of 255. */
  mottle: number;
}

type Colour = readonly [red: number, green: number, blue: number];

const studios = {
  "clean-white-studio": {
    lit: [250, 250, 249],
    unlit: [198, 201, 206],
    pool: { x: 0.44, y: 0.36, reach: 0.8 },
    floor: 0.05,
    mottle: 0.4,
  },
  "elegant-gray-studio": {
    lit: [150, 151, 153],
    unlit: [36, 38, 42],
    pool: { x: 0.46, y: 0.42, reach: 0.5 },
    floor: 0.2,
    mottle: 4,
  },
} as const satisfies Record<string, StudioLight>;

export type StudioId = keyof typeof studios;
export const studioIds = Object.keys(studios) as StudioId[];

/** The studio as a PNG of 16 bits a channel, so that its slopes stay smooth when it is encoded with 10. */
export function studioBackdrop(id: StudioId, width = 1920, height = 1280): Promise<Buffer> {
  const { lit, unlit, pool, floor, mottle } = studios[id];
  const data = new Uint16Array(width * height * 3);
  const canvas = mottledCanvas(width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    // The sweep curves from wall to floor; the floor turns away from the light by degrees.
    const onFloor = smooth((y / height - 0.6) / 0.4) * floor;
    for (let x = 0; x < width; x += 1, at += 3) {
      const away = Math.hypot(x / width - pool.x, ((y / height - pool.y) * height) / width) / pool.reach;
      const light = Math.exp(-1.6 * away * away) * (1 - onFloor);
      const brush = (canvas[y * width + x] ?? 0) * mottle;
      for (let channel = 0; channel < 3; channel += 1) {
        const [bright = 0, dark = 0] = [lit[channel], unlit[channel]];
        // Mixed in light, not in levels: the fall from bright to dark is a lamp's.
        const level = 255 * (light * (bright / 255) ** 2.2 + (1 - light) * (dark / 255) ** 2.2) ** (1 / 2.2);
        data[at + channel] = Math.round(Math.min(255, Math.max(0, level + brush)) * 257);
      }
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .toColourspace("rgb16")
    .png()
    .toBuffer();
}

/** Broad soft strokes about 0, from a few layers of interpolated dice; the same on every run. */
function mottledCanvas(width: number, height: number): Float32Array {
  const canvas = new Float32Array(width * height);
  let seed = 7;
  for (const [spacing, weight] of [
    [420, 1],
    [190, 0.7],
    [80, 0.35],
  ] as const) {
    const columns = Math.ceil(width / spacing) + 2;
    const dice = Float32Array.from({ length: columns * (Math.ceil(height / spacing) + 2) }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return (seed / 2 ** 32) * 2 - 1;
    });
    for (let y = 0; y < height; y += 1) {
      const row = Math.floor(y / spacing) * columns;
      const down = smooth((y % spacing) / spacing);
      for (let x = 0; x < width; x += 1) {
        const at = row + Math.floor(x / spacing);
        const across = smooth((x % spacing) / spacing);
        const above = (dice[at] ?? 0) * (1 - across) + (dice[at + 1] ?? 0) * across;
        const below = (dice[at + columns] ?? 0) * (1 - across) + (dice[at + columns + 1] ?? 0) * across;
        canvas[y * width + x] = (canvas[y * width + x] ?? 0) + weight * (above * (1 - down) + below * down);
      }
    }
  }
  return canvas;
}

function smooth(value: number): number {
  const share = Math.min(1, Math.max(0, value));
  return share * share * share * (share * (share * 6 - 15) + 10);
}
