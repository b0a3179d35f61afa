import type { Photo } from "../photo.ts";

interface Shares {
  /** The small pixel each large one falls into, and how much of it; the rest falls into the next. */
  target: Uint16Array;
  share: Float32Array;
}

/** A photo shrunk to `width` × `height`, each pixel the exact mean of the area it covers, parts of pixels included. */
export function areaMean(photo: Photo, width: number, height: number): Photo {
  const small = new Uint8Array(width * height * 3);
  const columns = sharesFor(photo.width, width);
  const rows = sharesFor(photo.height, height);
  const covered = (width / photo.width) * (height / photo.height);
  // One pixel more than a row has, to take what rounding leaves after the last.
  const line = new Float32Array((width + 1) * 3);
  const [sums, next] = [new Float32Array(width * 3), new Float32Array(width * 3)];
  for (let y = 0; y < photo.height; y += 1) {
    shrinkRow(photo, y, columns, line);
    const row = rows.target[y] ?? 0;
    const share = rows.share[y] ?? 0;
    const [own, rest] = [share * covered, (1 - share) * covered];
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (line[at] ?? 0) * own;
    if (rest > 0) for (let at = 0; at < next.length; at += 1) next[at] = (line[at] ?? 0) * rest;
    if (y + 1 < photo.height && (rows.target[y + 1] ?? 0) === row) continue;
    for (let at = 0, to = row * width * 3; at < sums.length; at += 1, to += 1) small[to] = (sums[at] ?? 0) + 0.5;
    sums.set(next);
    next.fill(0);
  }
  return { width, height, data: small };
}

function shrinkRow({ width, data }: Photo, y: number, { target, share }: Shares, line: Float32Array): void {
  line.fill(0);
  for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
    const to = (target[x] ?? 0) * 3;
    const part = share[x] ?? 0;
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    line[to] = (line[to] ?? 0) + red * part;
    line[to + 1] = (line[to + 1] ?? 0) + green * part;
    line[to + 2] = (line[to + 2] ?? 0) + blue * part;
    if (part === 1) continue;
    line[to + 3] = (line[to + 3] ?? 0) + red * (1 - part);
    line[to + 4] = (line[to + 4] ?? 0) + green * (1 - part);
    line[to + 5] = (line[to + 5] ?? 0) + blue * (1 - part);
  }
}

function sharesFor(large: number, small: number): Shares {
  const target = new Uint16Array(large);
  const share = new Float32Array(large);
  const scale = small / large;
  for (let at = 0; at < large; at += 1) {
    const index = Math.min(small - 1, Math.floor(at * scale + 1e-9));
    target[at] = index;
    share[at] = Math.min(1, (index + 1 - at * scale) / scale);
  }
  return { target, share };
}
