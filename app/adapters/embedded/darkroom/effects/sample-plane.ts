import type { Plane } from "./photo.ts";

/**
 * A small plane read as if it were `width` × `height`, by bilinear interpolation: for effects that need few of the
 * large plane's values. Where all are needed, enlarge-plane.ts is quicker.
 */
export function planeSampler(plane: Plane, width: number, height: number): (x: number, y: number) => number {
  const { data, width: rowLength } = plane;
  const [scaleX, scaleY] = [plane.width / width, plane.height / height];
  const [lastX, lastY] = [plane.width - 1, plane.height - 1];
  return (x, y) => {
    const across = Math.min(lastX, Math.max(0, (x + 0.5) * scaleX - 0.5));
    const down = Math.min(lastY, Math.max(0, (y + 0.5) * scaleY - 0.5));
    const [left, top] = [Math.floor(across), Math.floor(down)];
    const [right, bottom] = [Math.min(lastX, left + 1), Math.min(lastY, top + 1)];
    const [shareX, shareY] = [across - left, down - top];
    const [row, below] = [top * rowLength, bottom * rowLength];
    const upper = (data[row + left] ?? 0) * (1 - shareX) + (data[row + right] ?? 0) * shareX;
    const lower = (data[below + left] ?? 0) * (1 - shareX) + (data[below + right] ?? 0) * shareX;
    return upper + (lower - upper) * shareY;
  };
}
