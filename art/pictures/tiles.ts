import sharp, { type OverlayOptions } from "sharp";

interface Layout {
  columns: number;
  /** Which part of a tile stays when its ratio differs. */
  position?: "centre" | "top" | "right";
}

/** Pictures side by side and below each other, each cropped to an equal share of the whole. */
export async function tiled(
  whole: { width: number; height: number },
  tiles: (Buffer | string)[],
  { columns, position = "centre" }: Layout,
): Promise<Buffer> {
  const rows = tiles.length / columns;
  const edge = (index: number, length: number, count: number) => Math.round((index * length) / count);
  const placed = tiles.map(async (tile, index) => {
    const left = edge(index % columns, whole.width, columns);
    const top = edge(Math.floor(index / columns), whole.height, rows);
    const width = edge((index % columns) + 1, whole.width, columns) - left;
    const height = edge(Math.floor(index / columns) + 1, whole.height, rows) - top;
    return { input: await sharp(tile).resize(width, height, { position }).toBuffer(), left, top };
  });
  return canvas(whole.width, whole.height, await Promise.all(placed));
}

export function canvas(width: number, height: number, parts: OverlayOptions[]): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#fff" } })
    .composite(parts)
    .png()
    .toBuffer();
}
