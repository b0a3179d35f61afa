import type { Photo } from "../work.ts";

/** Test pictures drawn by formula, deterministic. */
export type Colour = readonly [red: number, green: number, blue: number];

export function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour): Photo {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      for (const [channel, value] of colourAt(x, y).entries()) data[at + channel] = clampByte(value);
    }
  }
  return { width, height, data };
}

export function change({ width, height, data }: Photo, by: (colour: Colour) => Colour): Photo {
  return draw(width, height, (x, y) => {
    const at = (y * width + x) * 3;
    return by([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
  });
}

export function snapshot(): Photo {
  const random = dice();
  return draw(320, 240, (x, y) => {
    const light = 1 + 0.04 * (random() - 0.5) + 0.1 * Math.sin(x / 3) * Math.sin(y / 4);
    const dappled = light + 0.25 * Math.sin(x / 11) * Math.sin(y / 9);
    const isHouse = x > 90 && x < 210 && y > 70 && y < 160;
    const isWindow = isHouse && x % 40 > 12 && x % 40 < 32 && y > 90 && y < 130;
    if (isWindow) return shade([12, 12, 14], light);
    if (isHouse) return shade([225, 225, 222], 0.8 + light / 5);
    if (y < 110) return shade([165 + y / 3, 182 + y / 4, 205], 0.8 + light / 5);
    if ((x * 7 + y * 13) % 97 < 9) return shade([150, 92, 100], dappled);
    return shade([96, 108 - (y - 110) / 5, 74], dappled);
  });
}

export function portrait(skin: Colour, wall: Colour): Photo {
  return draw(240, 300, (x, y) => {
    const [faceX, faceY] = [(x - 120) / 60, (y - 140) / 80];
    const isFace = faceX * faceX + faceY * faceY < 1;
    const isEye = Math.abs(Math.abs(x - 120) - 24) < 8 && Math.abs(y - 130) < 5;
    if (isEye) return Math.abs(Math.abs(x - 120) - 24) < 4 ? [15, 10, 8] : [244, 240, 236];
    if (isFace && y < 95) return [18, 13, 11];
    if (isFace) return shade(skin, 1.05 - 0.25 * Math.hypot(faceX + 0.3, faceY + 0.3));
    if (y > 240) return [60, 90, 130];
    return shade(wall, 1.05 - y / 1500);
  });
}

export function night(): Photo {
  return draw(320, 240, (x, y) => {
    const isLamp = (x % 40) ** 2 + ((y - 20) % 70) ** 2 < 20 && y > 90;
    if (isLamp) return [255, 226, 160];
    return y > 120 ? [14, 15, 20] : [5, 7, 13];
  });
}

export function sunset(): Photo {
  return draw(320, 240, (x, y) => {
    if ((x - 200) ** 2 + (y - 130) ** 2 < 400) return [255, 236, 180];
    if (y > 170 + 12 * Math.sin(x / 40)) return [40, 24, 18];
    return [150 + y / 2, 70 + y / 2.2, 70 - y / 8];
  });
}

export function withNoise(photo: Photo, sigma: number): Photo {
  const random = dice();
  // Three dice have a standard deviation of 0.5.
  const noise = () => (random() + random() + random() - 1.5) * 2 * sigma;
  return change(photo, ([red, green, blue]) => [red + noise(), green + noise(), blue + noise()]);
}

export function dice(): () => number {
  let state = 1;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

const shade = ([red, green, blue]: Colour, by: number): Colour => [red * by, green * by, blue * by];
const clampByte = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
