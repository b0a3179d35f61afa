import { Form, Link } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import type { ChosenPhoto } from "./batch-draft.server.ts";
import { formatPhotoCount } from "./batch.ts";
import type { PendingPhoto } from "./use-batch-uploads.ts";

interface ChosenPhotosProps {
  /** This page with draft and preset in its address. */
  here: string;
  presetId: string | undefined;
  draftId: string;
  photos: ChosenPhoto[];
  coming: PendingPhoto[];
  drop: (key: string) => void;
  remove: (photoId: string) => Promise<void>;
  arrived: boolean;
}

export function ChosenPhotos({ here, presetId, draftId, photos, coming, drop, remove, arrived }: ChosenPhotosProps) {
  const under = coming.filter(({ phase }) => phase !== "refused").length;
  const countText = formatPhotoCount(photos.length);
  return (
    <section className="grid grid-cols-1 gap-4" hidden={!photos.length && !coming.length}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} tabIndex={-1}>
          {countText}
        </h2>
        <span className="text-sm text-ink-2" role="status">
          {under ? `${photos.length} of ${photos.length + under} have arrived` : null}
          {!under && arrived && photos.length ? arrivedText(photos.length, coming.length === 0) : null}
        </span>
      </div>
      <ul className="border-t [&>li]:border-b">
        {photos.map(({ id, name, bytes, picture, advice }) => (
          <li key={id} className="item-row">
            <div className="photo">
              <PhotoPicture picture={picture} alt="" sizes="3.5rem" small />
            </div>
            <div className="item-text">
              <b
                className="block max-w-full min-w-0 text-left text-md leading-normal font-strong tracking-[0] wrap-anywhere"
                dir="auto"
              >
                {name}
              </b>{" "}
              <span className="text-sm text-ink-2">{formatBytes(bytes)}, ready</span>{" "}
              {advice.map((sentence) => (
                <span key={sentence} className="text-sm">
                  {sentence}{" "}
                </span>
              ))}
              {under ? null : (
                <Link
                  className="inline-flex min-h-tap min-w-tap items-center text-sm font-medium"
                  to={`/adjust/${draftId}?${cropOf(id, presetId)}`}
                >
                  Crop or rotate<span className="sr-only"> {name}</span>
                </Link>
              )}
            </div>
            <Form
              method="post"
              action={here}
              onSubmit={(event) => {
                event.preventDefault();
                void remove(id);
              }}
            >
              <button type="submit" className="btn-sm btn-quiet" ref={focusNextAfter} name="remove" value={id}>
                Remove<span className="sr-only"> {name}</span>
              </button>
            </Form>
          </li>
        ))}
        {coming.map((photo) => (
          <li key={photo.key} className="item-row">
            <div className="photo">
              <img src={photo.src} alt="" />
            </div>
            <div className="item-text">
              <b
                className="block max-w-full min-w-0 text-left text-md leading-normal font-strong tracking-[0] wrap-anywhere"
                dir="auto"
              >
                {photo.name}
              </b>
              <span
                className={
                  photo.phase === "refused"
                    ? "flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger"
                    : "text-sm text-ink-2"
                }
              >
                {stateOf(photo)}
              </span>
              {photo.phase === "sending" ? (
                <progress
                  className="progress-bar"
                  max="100"
                  value={Math.round(photo.share * 100)}
                  aria-label={`Sending ${photo.name}`}
                />
              ) : null}
            </div>
            <button className="btn-sm btn-quiet" ref={focusNextAfter} type="button" onClick={() => drop(photo.key)}>
              Remove<span className="sr-only"> {photo.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const headingId = "chosen-photos";

/** Moves the focus of a button removed with its row to the list's heading, or without rows to the file field. */
const focusNextAfter = (button: HTMLElement | null) => () => {
  if (!button || document.activeElement !== button) return;
  queueMicrotask(() => {
    const heading = document.getElementById(headingId);
    (heading?.closest("[hidden]") ? document.getElementById("photos") : heading)?.focus();
  });
};

const cropOf = (photo: string, preset: string | undefined) =>
  new URLSearchParams({ photo, ...(preset ? { preset } : {}) });

const arrivedText = (count: number, all: boolean) =>
  count === 1 ? "The photo has arrived" : `${all ? "All " : ""}${count} photos have arrived`;

function stateOf(photo: PendingPhoto): string {
  switch (photo.phase) {
    case "queued":
      return "Waiting for the one before it";
    case "shrinking":
      return `Preparing, ${formatBytes(photo.fileBytes)}`;
    case "sending":
      return `Sending ${formatBytes(photo.bytes)}, ${Math.round(photo.share * 100)}%`;
    case "waiting":
      return "No connection. We will send it again; nothing is lost.";
    case "refused":
      return photo.message;
  }
}

const formatBytes = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
