import type { Plane } from "../pixels/plane.ts";

export interface Parts {
  readonly labels: Int32Array;
  readonly sizes: readonly number[];
}

export function partsOf({ width, data }: Plane, level: number): Parts {
  const labels = new Int32Array(data.length).fill(-1);
  const queue = new Int32Array(data.length);
  const sizes: number[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if ((data[start] ?? 0) < level || labels[start] !== -1) continue;
    const label = sizes.length;
    let length = 0;
    const add = (at: number) => {
      if ((data[at] ?? 0) < level || labels[at] !== -1) return;
      labels[at] = label;
      queue[length] = at;
      length += 1;
    };
    add(start);
    for (let next = 0; next < length; next += 1) {
      const at = queue[next] ?? 0;
      const x = at % width;
      if (x > 0) add(at - 1);
      if (x < width - 1) add(at + 1);
      if (at >= width) add(at - width);
      if (at + width < data.length) add(at + width);
    }
    sizes.push(length);
  }
  return { labels, sizes };
}

export function meansOver({ labels, sizes }: Parts, other: Plane): Float64Array {
  const sums = new Float64Array(sizes.length);
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? -1;
    if (label >= 0) sums[label] = (sums[label] ?? 0) + (other.data[at] ?? 0);
  }
  return sums.map((sum, label) => sum / (sizes[label] ?? 1));
}
