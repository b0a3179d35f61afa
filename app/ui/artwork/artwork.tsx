import { pictures, pictureSources, pictureUrl, type PictureName } from "./pictures.ts";

interface ArtworkProps {
  name: PictureName;
  alt: string;
  sizes: string;
  /** The half of a pair to which the stylesheet crops. */
  half?: "before" | "after";
  /** A data URL for phones, which saves a request. */
  inPage?: string;
  /** Loads first; all others load lazily. */
  priority?: boolean;
}

/** Narrow screens of at most two device pixels per CSS pixel. */
export const phones = "(max-width: 43.99rem) and (max-resolution: 2.01dppx)";

const halves = { before: "of-before", after: "of-after" };

/** A product picture as AVIF with a WebP fallback; its box has the picture's ratio. */
export function Artwork({ name, alt, sizes, half, inPage, priority = false }: ArtworkProps) {
  const { widths, width, height } = pictures[name];
  return (
    <picture>
      {inPage && <source type="image/avif" media={phones} srcSet={inPage} />}
      <source type="image/avif" srcSet={pictureSources(name, "avif")} sizes={sizes} />
      <img
        className={half && halves[half]}
        src={pictureUrl(name, widths[0], "webp")}
        srcSet={pictureSources(name, "webp")}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? undefined : "lazy"}
        fetchPriority={priority ? "high" : undefined}
      />
    </picture>
  );
}
