import type { Picture } from "./picture.ts";
import { useSaveData } from "./upload/use-save-data.ts";

interface PhotoPictureProps {
  picture: Picture;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** The picture a page is about loads at once and first. */
  priority?: boolean;
  /** One of many on a page. */
  small?: boolean;
}

/**
 * A stored picture with its size fixed beforehand; its 16 px placeholder shows behind it until it has come. A cut-out
 * stands on a checkerboard instead. Who asked their browser to save data gets one small copy, whatever the screen.
 */
export function PhotoPicture({ picture, alt, sizes, priority = false, small = false }: PhotoPictureProps) {
  const saved = useSaveData() ? { src: small ? picture.smallest : picture.src, srcSet: undefined } : {};
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
        {...saved}
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
