import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { sizeInWords } from "../size-in-words.ts";
import type { ChosenPhoto } from "./batch-draft.server.ts";
import { choosePath, photosInWords } from "./batch-paths.ts";
import type { Coming } from "./use-batch-uploads.ts";

interface ChosenPhotosProps {
  path: string;
  draftId: string;
  photos: ChosenPhoto[];
  /** On their way from this device. */
  coming: Coming[];
  drop: (key: string) => void;
}

/** The photos that are here and those on their way, each with what becomes of it and a way to take it out. */
export function ChosenPhotos({ path, draftId, photos, coming, drop }: ChosenPhotosProps) {
  const removal = useFetcher();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(photos.length);
  useEffect(() => {
    // The button that was pressed is gone with its row.
    if (photos.length < before.current) heading.current?.focus();
    before.current = photos.length;
  }, [photos.length]);
  const under = coming.filter(({ phase }) => phase !== "refused").length;
  const words = photosInWords(photos.length);
  return (
    <section className="stack" hidden={!photos.length && !coming.length}>
      <div className="row row-split">
        <h2 ref={heading} tabIndex={-1}>
          {words}
        </h2>
        <span className="muted small" role="status">
          {under ? `${photos.length} of ${photos.length + under} have arrived` : ""}
        </span>
      </div>
      <ul className="rows">
        {photos.map(({ id, name, bytes, picture }) => (
          <li key={id} className="item">
            <div className="photo">
              <PhotoPicture picture={picture} alt="" sizes="3.5rem" small />
            </div>
            <div className="item-text">
              <b className="name wraps" dir="auto">
                {name}
              </b>
              <span className="muted small">{sizeInWords(bytes)}, ready</span>
            </div>
            <removal.Form method="post" action={choosePath({ path }, draftId)}>
              <button className="btn btn-quiet btn-sm" name="remove" value={id}>
                Remove<span className="vh"> {name}</span>
              </button>
            </removal.Form>
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
            <button className="btn btn-quiet btn-sm" type="button" onClick={() => drop(photo.key)}>
              Remove<span className="vh"> {photo.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf(photo: Coming): string {
  switch (photo.phase) {
    case "queued":
      return "Waiting for the one before it";
    case "shrinking":
      return `Preparing, ${sizeInWords(photo.fileBytes)}`;
    case "sending":
      return `Sending ${sizeInWords(photo.bytes)}, ${Math.round(photo.share * 100)}%`;
    case "waiting":
      return "No connection. It is sent again by itself; nothing is lost.";
    case "refused":
      return photo.message;
  }
}
