/**
 * The product's own pictures: art/make-pictures.ts writes them to public/pictures from this list, and pages show
 * them through Artwork. Comparisons hold two pictures of one size in one file, the original above our engine's result:
 * one request, and both halves arrive together.
 */
export const pictures = {
  flowers: { widths: [360, 480, 720], width: 720, height: 1800 },
  perfume: { widths: [352, 480, 704], width: 704, height: 792 },
  jug: { widths: [352, 480, 704], width: 704, height: 792 },
  fruit: { widths: [352, 480, 704], width: 704, height: 792 },
  places: { widths: [352, 480, 704], width: 704, height: 792 },
  backdrops: { widths: [352, 480, 704], width: 704, height: 396 },
  panels: { widths: [360, 720], width: 720, height: 900 },
  gallery: { widths: [360, 720], width: 720, height: 900 },
  desert: { widths: [320], width: 320, height: 213 },
} as const satisfies Record<string, ArtworkSize>;

interface ArtworkSize {
  /** The widths the files are encoded at, px, smallest first. */
  widths: readonly number[];
  /** Of the widest file, px. */
  width: number;
  height: number;
}

export type PictureName = keyof typeof pictures;

/** Where the file stands on this site. */
export const pictureUrl = (name: PictureName, width: number, type: "avif" | "webp") =>
  `/pictures/${name}-${width}.${type}`;

/** The files as a srcset. */
export const pictureSources = (name: PictureName, type: "avif" | "webp") =>
  pictures[name].widths.map((width) => `${pictureUrl(name, width, type)} ${width}w`).join(", ");
