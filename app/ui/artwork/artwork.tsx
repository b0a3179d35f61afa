import { pictures, pictureSources, pictureUrl, type PictureName } from "./pictures.ts";

interface ArtworkProps {
  name: PictureName;
  /** Empty where the words beside it say the same. */
  alt: string;
  sizes: string;
  /** Which of a pair's pictures to show; the stylesheet crops to it. */
  half?: "before" | "after";
  /** The picture itself as a data URL, for phones it is sharp enough for: they ask for no file. */
  inPage?: string;
  /** The picture a page opens with loads first; all others wait until they are near. */
  priority?: boolean;
}

/** Narrow screens of at most two pixels a point; `otherScreens` are the rest. */
const phones = "(max-width: 43.99rem) and (max-resolution: 2.01dppx)";
export const otherScreens = `not (${phones})`;

const halves = { before: "of-before", after: "of-after" };

/** One of the product's own pictures, as AVIF with WebP for browsers without it. Its box gives the shown ratio. */
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
