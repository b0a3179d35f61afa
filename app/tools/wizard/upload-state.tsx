import type { Draft } from "../drafts/read-draft.server.ts";
import type { PhotoUpload } from "./photo-upload.ts";

interface UploadStateProps {
  upload: PhotoUpload;
  photo: Draft["photo"];
  children?: React.ReactNode;
}

export function UploadState({ upload, photo, children }: UploadStateProps) {
  const name = "src" in upload ? upload.name : (photo?.name ?? "");
  const percent = upload.phase === "sending" ? Math.round(upload.share * 100) : 0;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-2 text-sm leading-normal">
      <b className="line-clamp-2 max-w-full min-w-0 wrap-anywhere">{name}</b>
      <span className="text-ink-2">{statusText(upload, photo)}</span>
      {upload.phase === "sending" ? (
        <progress className="progress-bar" max="100" value={percent} aria-label={`Sending ${name}`} />
      ) : null}
      <span className="sr-only" role="status">
        {upload.phase === "waiting" || upload.phase === "arrived" ? statusText(upload, photo) : ""}
      </span>
      {children}
    </div>
  );
}

function statusText(upload: PhotoUpload, photo: Draft["photo"]): string {
  switch (upload.phase) {
    case "shrinking":
      return `Preparing, ${formatBytes(upload.fileBytes)}`;
    case "sending":
      return `Sending ${sizes(upload)}, ${Math.round(upload.share * 100)}%`;
    case "waiting":
      return "No connection. We will send it again; nothing is lost.";
    case "arrived":
      return `${sizes(upload)}, ready`;
    default:
      return photo ? `${formatBytes(photo.bytes)}, ready` : "";
  }
}

const sizes = ({ bytes, fileBytes }: { bytes: number; fileBytes: number }) =>
  bytes < fileBytes ? `${formatBytes(bytes)} instead of ${formatBytes(fileBytes)}` : formatBytes(bytes);

export const formatBytes = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
