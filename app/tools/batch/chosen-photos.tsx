import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { focusIsLost } from "../../ui/focus-heading.ts";
import { formatBytes } from "../result/format-bytes.ts";
import type { ChosenPhoto } from "./batch-draft.server.ts";
import { formatPhotoCount } from "./batch-paths.ts";
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
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef(false);
  const focusHandlers = { onFocus: () => void (focused.current = true), onBlur: () => void (focused.current = false) };
  useEffect(() => {
    // Its button was removed with the row.
    if (focused.current && focusIsLost()) {
      const rest = photos.length || coming.length ? heading.current : document.getElementById("photos");
      rest?.focus();
    }
  }, [photos.length, coming.length]);
  const under = coming.filter(({ phase }) => phase !== "refused").length;
  const countText = formatPhotoCount(photos.length);
  return (
    <section className="stack" hidden={!photos.length && !coming.length}>
      <div className="row row-split">
        <h2 ref={heading} tabIndex={-1}>
          {countText}
        </h2>
        <span className="muted small" role="status">
          {under ? `${photos.length} of ${photos.length + under} have arrived` : null}
          {!under && arrived && photos.length ? arrivedText(photos.length, coming.length === 0) : null}
        </span>
      </div>
      <ul className="rows">
        {photos.map(({ id, name, bytes, picture, advice }) => (
          <li key={id} className="item">
            <div className="photo">
              <PhotoPicture picture={picture} alt="" sizes="3.5rem" small />
            </div>
            <div className="item-text">
              <b className="name wraps" dir="auto">
                {name}
              </b>
              <span className="muted small">{formatBytes(bytes)}, ready</span>
              {advice.map((sentence) => (
                <span key={sentence} className="small">
                  {sentence}
                </span>
              ))}
              {under ? null : (
                <Link className="link-tap small" to={`/adjust/${draftId}?${cropOf(id, presetId)}`}>
                  Crop or rotate<span className="vh"> {name}</span>
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
              <button className="btn btn-quiet btn-sm" {...focusHandlers} name="remove" value={id}>
                Remove<span className="vh"> {name}</span>
              </button>
            </Form>
          </li>
        ))}
        {coming.map((photo) => (
          <li key={photo.key} className="item">
            <div className="photo">
              <img src={photo.src} alt="" />
            </div>
            <div className="item-text">
              <b className="name wraps" dir="auto">
                {photo.name}
              </b>
              <span className={photo.phase === "refused" ? "small error" : "muted small"}>{stateOf(photo)}</span>
              {photo.phase === "sending" ? (
                <progress
                  className="progress"
                  max="100"
                  value={Math.round(photo.share * 100)}
                  aria-label={`Sending ${photo.name}`}
                />
              ) : null}
            </div>
            <button className="btn btn-quiet btn-sm" {...focusHandlers} type="button" onClick={() => drop(photo.key)}>
              Remove<span className="vh"> {photo.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
