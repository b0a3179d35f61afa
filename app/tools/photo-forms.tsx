import type { ChangeEventHandler } from "react";
import { Form } from "react-router";
import { PhotoPicture } from "../photos/photo-picture.tsx";
import { photoExtensions } from "../photos/photo-problems.ts";
import { Icon } from "../ui/icon.tsx";
import type { Draft } from "./draft.server.ts";
import { usePhotoSending } from "./use-photo-sending.ts";

const accept = photoExtensions.join(",");

/** The empty drop area. With scripts, choosing a photo sends it; without, the button does. */
export function PhotoForm({ busy, problem }: { busy: boolean; problem: string | null }) {
  const { form, over, chosen, dropHandlers, choose } = usePhotoSending();
  return (
    <Form className="tool-photo stack" method="post" encType="multipart/form-data" ref={form}>
      <div className={over ? "drop is-over" : "drop"} aria-busy={busy || undefined} {...dropHandlers}>
        {busy ? <span className="spin" aria-hidden="true" /> : <Icon name="upload" size="i-l" />}
        <label htmlFor="image" className="stack stack-2">
          <b>{busy && chosen ? `Sending ${chosen}…` : "Choose a photo"}</b>
          <span className="muted small">JPG, PNG, WebP or HEIC, up to 10 MB</span>
        </label>
        <PhotoInput problem={problem} onChange={choose} />
      </div>
      {problem ? <PhotoError message={problem} /> : null}
      <button className="btn btn-primary btn-lg plain-only" aria-busy={busy || undefined}>
        Upload photo
      </button>
    </Form>
  );
}

/** The photo as it was kept, and the way to another one. */
export function ChosenPhoto({ draft, busy, problem }: { draft: Draft; busy: boolean; problem: string | null }) {
  const { form, chosen, choose } = usePhotoSending();
  return (
    <Form className="tool-photo stack" method="post" encType="multipart/form-data" ref={form}>
      <div className="photo photo-whole">
        <PhotoPicture
          picture={draft.picture}
          alt={`Your photo: ${draft.photoName}`}
          sizes="(min-width: 60rem) 26rem, 100vw"
          priority
        />
      </div>
      <div className="row row-split nowrap">
        <p className="small grow snug">
          <b className="clip">{draft.photoName}</b>
          <span className="muted">
            {busy && chosen ? `Sending ${chosen}…` : `${kilobytes(draft.photoBytes)}, ready`}
          </span>
        </p>
        <label className="btn btn-secondary btn-sm btn-file" htmlFor="image">
          Change photo
          <PhotoInput problem={problem} onChange={choose} />
        </label>
      </div>
      {problem ? <PhotoError message={problem} /> : null}
      <button className="btn btn-secondary plain-only">Upload this photo instead</button>
    </Form>
  );
}

function PhotoInput({ problem, onChange }: { problem: string | null; onChange: ChangeEventHandler<HTMLInputElement> }) {
  return (
    <input
      id="image"
      type="file"
      name="image"
      accept={accept}
      required
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? "image-error" : undefined}
      onChange={onChange}
    />
  );
}

function PhotoError({ message }: { message: string }) {
  return (
    <p className="error" id="image-error">
      <Icon name="warning" />
      {message}
    </p>
  );
}

const kilobytes = (bytes: number) =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
