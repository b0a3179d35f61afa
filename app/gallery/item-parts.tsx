import { Icon } from "../ui/icon.tsx";
import type { HistoryEntry } from "./gallery-query.server.ts";
import { PhotoPicture } from "../photos/photo-picture.tsx";
import type { Picture } from "../photos/picture.ts";

interface ThumbnailProps {
  picture: Picture | null;
  alt: string;
  sizes: string;
  priority?: boolean;
}

/** Shows an icon if the image was deleted. */
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

interface StatusLabelProps {
  status: HistoryEntry["status"];
  progress?: number;
  /** No result, because the photo needed no change; not shown as a failure. */
  neededNothing?: boolean;
  /** Cancelled by the member; not shown as a failure either. */
  cancelled?: boolean;
}

export function StatusLabel({ status, progress, neededNothing = false, cancelled = false }: StatusLabelProps) {
  const { icon, look, words } = neededNothing ? noChangeNeeded : cancelled ? stopped : shown[status];
  return (
    <span className={`status-line ${look}`}>
      <Icon name={icon} />
      {status === "processing" && progress !== undefined ? `${words}, ${progress}%` : words}
    </span>
  );
}

const stopped = { icon: "close", look: "text-ink-2", words: "Cancelled" } as const;
const noChangeNeeded = { icon: "check", look: "text-ink-2", words: "Nothing to enhance" } as const;

const shown = {
  processing: { icon: "clock", look: "text-ink-2", words: "Processing" },
  completed: { icon: "check", look: "text-gem", words: "Completed" },
  failed: { icon: "warning", look: "text-danger", words: "Failed" },
} as const;
