import { pictures, pictureSources, pictureUrl, type PictureName } from "./pictures.ts";

interface ArtworkProps {
  name: PictureName;
  /** Empty where the words beside it say the same. */
  alt: string;
  sizes: string;
  /** Which of a pair's pictures to show; the stylesheet crops to it. */
  half?: "before" | "after";
  /** The picture a page opens with loads first; all others wait until they are near. */
  priority?: boolean;
}

/** One of the product's own pictures, as AVIF with WebP for browsers without it. Its box gives the shown ratio. */
export function Artwork({ name, alt, sizes, half, priority = false }: ArtworkProps) {
  const { widths, width, height } = pictures[name];
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSources(name, "avif")} sizes={sizes} />
      <img
        className={half && `of-${half}`}
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
