/** One value per pixel, by rows; luma 0 to 1, colour differences around 0. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export function emptyPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) };
}

export function mapPlane({ width, height, data }: Plane, value: (own: number, at: number) => number): Plane {
  const mapped = emptyPlane(width, height);
  for (let at = 0; at < data.length; at += 1) mapped.data[at] = value(data[at] ?? 0, at);
  return mapped;
}
