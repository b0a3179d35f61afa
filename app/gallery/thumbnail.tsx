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
    <span className="absolute inset-0 grid place-items-center text-ink-2">
      <Icon name="gallery" className="size-7" />
      {alt ? <span className="sr-only">{alt}</span> : null}
    </span>
  );
}
