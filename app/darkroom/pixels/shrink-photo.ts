import type { Photo } from "../photo.ts";

/** The photo shrunk so that its longer side is at most `longest`: each pixel the mean of those it stands for. */
export function shrinkPhoto(photo: Photo, longest: number): Photo {
  const { width, height, data } = photo;
  const scale = Math.min(1, longest / Math.max(width, height));
  if (scale === 1) return photo;
  const [smallWidth, smallHeight] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const [columns, rows] = [bounds(width, smallWidth), bounds(height, smallHeight)];
  const small = new Uint8Array(smallWidth * smallHeight * 3);
  const sums = new Uint32Array(smallWidth * 3);
  for (let row = 0, to = 0; row < smallHeight; row += 1) {
    const [top, bottom] = [rows[row] ?? 0, rows[row + 1] ?? 0];
    sums.fill(0);
    for (let y = top; y < bottom; y += 1) addRow(data, y * width, columns, sums);
    for (let x = 0, sum = 0; x < smallWidth; x += 1, sum += 3, to += 3) {
      const pixels = (bottom - top) * ((columns[x + 1] ?? 0) - (columns[x] ?? 0));
      small[to] = (sums[sum] ?? 0) / pixels + 0.5;
      small[to + 1] = (sums[sum + 1] ?? 0) / pixels + 0.5;
      small[to + 2] = (sums[sum + 2] ?? 0) / pixels + 0.5;
    }
  }
  return { width: smallWidth, height: smallHeight, data: small };
}

function addRow(data: Uint8Array, row: number, columns: Uint16Array, sums: Uint32Array): void {
  for (let x = 1, to = 0, at = row * 3; x < columns.length; x += 1, to += 3) {
    const end = (row + (columns[x] ?? 0)) * 3;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (; at < end; at += 3) {
      red += data[at] ?? 0;
      green += data[at + 1] ?? 0;
      blue += data[at + 2] ?? 0;
    }
    sums[to] = (sums[to] ?? 0) + red;
    sums[to + 1] = (sums[to + 1] ?? 0) + green;
    sums[to + 2] = (sums[to + 2] ?? 0) + blue;
  }
}

/** Where the large pixels of each small one begin, and at last where they all end. */
function bounds(large: number, small: number): Uint16Array {
  return Uint16Array.from({ length: small + 1 }, (_, at) => Math.ceil((at * large) / small));
}
