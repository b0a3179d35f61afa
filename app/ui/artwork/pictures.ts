/**
 * art/make-pictures.ts writes these files to public/pictures. A comparison holds the original above
 * the result in one file, so that both arrive together.
 */
export const pictures = {
  "hero-enhance": { widths: [360, 720, 1080], width: 1080, height: 2700 },
  "hero-portrait": { widths: [360, 720, 1080], width: 1080, height: 2700 },
  "hero-art": { widths: [360, 720, 1080], width: 1080, height: 2700 },
  "hero-background": { widths: [360, 720, 1080], width: 1080, height: 2700 },
  portraits: { widths: [360, 720], width: 720, height: 480 },
  styles: { widths: [360, 720], width: 720, height: 480 },
  perfume: { widths: [352, 480, 704], width: 704, height: 792 },
  portrait: { widths: [352, 480, 704], width: 704, height: 792 },
  fruit: { widths: [352, 480, 704], width: 704, height: 792 },
  places: { widths: [352, 480, 704], width: 704, height: 792 },
  backdrops: { widths: [360, 720], width: 720, height: 480 },
  easy: { widths: [360, 720], width: 720, height: 900 },
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

/** px, smallest first. WebP is for browsers without AVIF, most of them on old phones: two widths are enough. */
export const pictureWidthsOf = (name: PictureName, type: "avif" | "webp"): readonly number[] =>
  type === "avif" ? pictures[name].widths : pictures[name].widths.slice(0, 2);

export const pictureSources = (name: PictureName, type: "avif" | "webp") =>
  pictureWidthsOf(name, type)
    .map((width) => `${pictureUrl(name, width, type)} ${width}w`)
    .join(", ");
