import type { Draft } from "../drafts/read-draft.server.ts";
import { formatBytes } from "../result/format-bytes.ts";
import type { PhotoUpload } from "./use-photo-upload.ts";

interface UploadStateProps {
  upload: PhotoUpload;
  photo: Draft["photo"];
  children?: React.ReactNode;
}

export function UploadState({ upload, photo, children }: UploadStateProps) {
  const name = "src" in upload ? upload.name : (photo?.name ?? "");
  const percent = upload.phase === "sending" ? Math.round(upload.share * 100) : 0;
  return (
    <div className="small grow snug stack stack-2">
      <b className="wraps">{name}</b>
      <span className="muted">{statusText(upload, photo)}</span>
      {upload.phase === "sending" ? (
        <progress className="progress" max="100" value={percent} aria-label={`Sending ${name}`} />
      ) : null}
      <span className="vh" role="status">
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
