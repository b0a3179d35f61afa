import type { Draft } from "../drafts/read-draft.server.ts";
import { isUnderWay, type PhotoUpload } from "./photo-upload.ts";

interface UploadStateProps {
  upload: PhotoUpload;
  photo: Draft["photo"];
  /** On phones only work and problems get words. */
  compact?: boolean;
}

export function UploadState({ upload, photo, compact = false }: UploadStateProps) {
  const name = "src" in upload ? upload.name : photo?.name;
  const percent = upload.phase === "sending" ? Math.round(upload.share * 100) : 0;
  const text = statusText(upload.phase, percent);
  return (
    <div
      className={`grid min-w-0 flex-1 grid-cols-1 gap-1 text-sm leading-normal lg:basis-full ${compact ? "" : "basis-full"}`}
    >
      <b className={`line-clamp-2 max-w-full min-w-0 wrap-anywhere ${compact ? "max-lg:hidden" : ""}`}>{name}</b>
      <span className={`text-ink-2 ${compact && !isUnderWay(upload) ? "max-lg:sr-only" : ""}`}>{text}</span>
      {upload.phase === "sending" ? (
        <progress className="progress-bar" max="100" value={percent} aria-label={`Sending ${name}`} />
      ) : null}
      <span className="sr-only" role="status">
        {upload.phase === "waiting" || upload.phase === "arrived" ? text : ""}
      </span>
    </div>
  );
}

function statusText(phase: PhotoUpload["phase"], percent: number): string {
  switch (phase) {
    case "shrinking":
      return "Preparing";
    case "sending":
      return `Sending, ${percent}%`;
    case "waiting":
      return "No connection. We will send it again; nothing is lost.";
    default:
      return "Uploaded, ready";
  }
}
