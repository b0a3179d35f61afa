import type { Picture } from "./picture.ts";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";

interface PhotoPictureProps {
  picture: Picture;
  alt: string;
  sizes: string;
  priority?: boolean;
  small?: boolean;
}

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

export const useSaveData = (): boolean => useRouteLoaderData<typeof rootLoader>("root")?.saveData ?? false;
