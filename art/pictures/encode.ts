import sharp, { type OverlayOptions } from "sharp";
import { type PictureName, pictureUrl, pictureWidthsOf } from "../../app/ui/artwork/pictures.ts";

/**
 * Qualities chosen by eye at the displayed width; smooth pictures need fewer bits than detailed ones. AVIF has 10 bits,
 * which every AVIF decoder reads: gradients stay smooth with a fifth fewer bytes.
 */
const quality: Record<PictureName, { avif: number; webp: number }> = {
  "hero-enhance": { avif: 38, webp: 60 },
  "hero-portrait": { avif: 38, webp: 60 },
  "hero-art": { avif: 38, webp: 60 },
  "hero-background": { avif: 38, webp: 60 },
  portraits: { avif: 40, webp: 55 },
  styles: { avif: 36, webp: 50 },
  perfume: { avif: 38, webp: 50 },
  portrait: { avif: 38, webp: 50 },
  fruit: { avif: 34, webp: 46 },
  places: { avif: 40, webp: 55 },
  backdrops: { avif: 40, webp: 55 },
  easy: { avif: 40, webp: 55 },
  gallery: { avif: 40, webp: 55 },
  desert: { avif: 45, webp: 60 },
};

/** Writes a picture at every width and in both encodings that pages request. */
export async function encode(publicFolder: string, name: PictureName, picture: Buffer): Promise<void> {
  for (const width of pictureWidthsOf(name, "avif")) {
    const avif = await writeAvif(picture, width, publicFolder + pictureUrl(name, width, "avif"), {
      quality: quality[name].avif,
      effort: 6,
    });
    console.log(`${name} ${width} px: AVIF ${avif.size} bytes`);
  }
  for (const width of pictureWidthsOf(name, "webp")) {
    const webp = await sharp(picture)
      .resize({ width })
      .webp({ quality: quality[name].webp, effort: 6 })
      .toFile(publicFolder + pictureUrl(name, width, "webp"));
    console.log(`${name} ${width} px: WebP ${webp.size} bytes`);
  }
}

/** Writes a picture to `file` as AVIF, `width` px wide. Effort 9 is slow and saves 2 %. */
export const writeAvif = (picture: Buffer, width: number, file: string, avif: { quality: number; effort: number }) =>
  sharp(picture)
    .resize({ width })
    .avif({ ...avif, chromaSubsampling: "4:2:0", bitdepth: 10 })
    .toFile(file);

interface Layout {
  columns: number;
  /** The part of a tile that remains when its ratio differs. */
  position?: "centre" | "top" | "right";
}

/** A grid of pictures, each cropped to an equal share of the whole. */
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
