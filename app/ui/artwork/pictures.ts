/**
 * art/make-pictures.ts writes these files to public/pictures. A comparison holds the original above
 * the result in one file, so that both arrive together.
 */
export const pictures = {
  flowers: { widths: [360, 480, 720], width: 720, height: 1800 },
  perfume: { widths: [352, 480, 704], width: 704, height: 792 },
  portrait: { widths: [352, 480, 704], width: 704, height: 792 },
  fruit: { widths: [352, 480, 704], width: 704, height: 792 },
  places: { widths: [352, 480, 704], width: 704, height: 792 },
  backdrops: { widths: [352, 480, 704], width: 704, height: 396 },
  panels: { widths: [360, 720], width: 720, height: 900 },
  gallery: { widths: [360, 720], width: 720, height: 900 },
  desert: { widths: [320], width: 320, height: 213 },
} as const satisfies Record<string, ArtworkSize>;

interface ArtworkSize {
  /** px, smallest first. */
  widths: readonly number[];
  width: number;
  height: number;
}

export type PictureName = keyof typeof pictures;

export const pictureUrl = (name: PictureName, width: number, type: "avif" | "webp") =>
  `/pictures/${name}-${width}.${type}`;

export const pictureSources = (name: PictureName, type: "avif" | "webp") =>
  pictures[name].widths.map((width) => `${pictureUrl(name, width, type)} ${width}w`).join(", ");
