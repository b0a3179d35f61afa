import { PhotoPicture } from "../photos/photo-picture.tsx";
import type { Picture } from "../photos/picture.ts";
import { Icon } from "../ui/icon.tsx";

/** A transformation's picture inside a `.photo` box; a drawing in its place when the picture is gone. */
export function Thumbnail({ picture, alt, sizes }: { picture: Picture | null; alt: string; sizes: string }) {
  if (picture) return <PhotoPicture picture={picture} alt={alt} sizes={sizes} />;
  return (
    <span className="photo-gone" role={alt ? "img" : undefined} aria-label={alt || undefined}>
      <Icon name="gallery" size="i-l" />
    </span>
  );
}
