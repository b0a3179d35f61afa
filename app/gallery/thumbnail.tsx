import { PhotoPicture } from "../photos/photo-picture.tsx";
import type { Picture } from "../photos/picture.ts";
import { Icon } from "../ui/icon.tsx";

interface ThumbnailProps {
  picture: Picture | null;
  alt: string;
  sizes: string;
  priority?: boolean;
}

/** Shows a drawing when the image was deleted. */
export function Thumbnail({ picture, ...shown }: ThumbnailProps) {
  const { alt } = shown;
  if (picture) return <PhotoPicture picture={picture} small {...shown} />;
  return (
    <span className="photo-gone">
      <Icon name="gallery" size="i-l" />
      {alt ? <span className="vh">{alt}</span> : null}
    </span>
  );
}
