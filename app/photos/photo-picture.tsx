import type { Picture } from "./picture.ts";

interface PhotoPictureProps {
  picture: Picture;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** The picture a page is about loads at once and first. */
  priority?: boolean;
}

/**
 * A stored picture with its size fixed beforehand; its 16 px placeholder shows behind it until it has come. A cut-out
 * stands on a checkerboard instead.
 */
export function PhotoPicture({ picture, alt, sizes, priority = false }: PhotoPictureProps) {
  return (
    <>
      {picture.transparent ? null : (
        <img className="placeholder" src={picture.placeholder} alt="" width={picture.width} height={picture.height} />
      )}
      <img
        className={picture.transparent ? "checkerboard" : undefined}
        src={picture.src}
        srcSet={picture.srcSet}
        sizes={sizes}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        decoding="async"
      />
    </>
  );
}
