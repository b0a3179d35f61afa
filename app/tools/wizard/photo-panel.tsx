import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { photoExtensions, photoHint } from "../../photos/upload/limits.ts";
import { Form, Link } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { ratioClass } from "../../photos/picture.ts";
import { Icon } from "../../ui/icon.tsx";
import { FieldError } from "../../ui/error-summary.tsx";
import { focusIsLost } from "../../ui/navigation-progress.tsx";
import { isUnderWay, type PhotoUpload } from "./photo-upload.ts";
import { useWizard } from "./wizard.tsx";
import type { Draft } from "../drafts/read-draft.server.ts";

const accept = photoExtensions.join(",");

interface PhotoPanelProps {
  /** Small on phones, so that the choices stay in view. */
  compact?: boolean;
  /** Hides advice that the first step showed. */
  aside?: boolean;
  /** Called when the file chooser opens. */
  onChooserOpen?: () => void;
}

/** The draft's photo: empty drop area, upload in progress, or stored. Without scripts a button uploads it. */
export function PhotoPanel({ compact = false, aside = false, onChooserOpen }: PhotoPanelProps) {
  const { draft, namedId, preset, upload, busy, advice, photoProblem: problem } = useWizard();
  const coming = "src" in upload ? upload : null;
  return (
    <Form
      className="tool-photo grid grid-cols-1 gap-4"
      method="post"
      encType="multipart/form-data"
      action={namedId ? `?draft=${namedId}${preset ? `&preset=${preset.id}` : ""}` : undefined}
    >
      {coming || draft?.photo ? (
        <>
          <ShownPhoto compact={compact} />
          <div className="flex flex-wrap items-center justify-end gap-2 lg:justify-start">
            <UploadState upload={upload} photo={draft?.photo ?? null} compact={compact} />
            <AdjustLink compact={compact} /> <ChangePhoto compact={compact} onChooserOpen={onChooserOpen} />
          </div>
          <FieldError id="image" message={problem ?? undefined} />
          <PhotoAdvice sentences={advice} aside={aside} />
          <button type="submit" className="btn-secondary js:hidden">
            Upload this photo instead
          </button>
        </>
      ) : (
        <>
          <Drop busy={busy} missing={namedId !== null && !problem}>
            <PhotoInput onChooserOpen={onChooserOpen} />
          </Drop>
          <FieldError id="image" message={problem ?? undefined} />
          <button type="submit" className="btn-lg btn-primary js:hidden">
            Upload photo
          </button>
        </>
      )}
    </Form>
  );
}

/** With scripts this is a button: the field would say that no file is selected, beside the chosen photo. */
function ChangePhoto({ compact, onChooserOpen }: Pick<PhotoPanelProps, "compact" | "onChooserOpen">) {
  const { upload, photoProblem } = useWizard();
  const scripted = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const button = useRef<HTMLButtonElement>(null);
  const takeOver = useEffectEvent(() => {
    if (isUnderWay(upload) && focusIsLost()) button.current?.focus({ preventScroll: true });
  });
  // The file field that took the photo had the focus and is now removed.
  useEffect(() => takeOver(), []);
  const words = (
    <>
      {compact ? <Icon name="gallery" className="lg:hidden" /> : null}
      <span className={compact ? "max-lg:sr-only" : undefined}>Change photo</span>
    </>
  );
  const look = "btn-sm min-w-tap btn-secondary";
  return (
    <span className="relative inline-flex">
      <PhotoInput onChooserOpen={onChooserOpen} behind={scripted ? "button" : "label"} />
      {scripted ? (
        <button
          ref={button}
          id="image"
          className={look}
          type="button"
          aria-describedby={photoProblem ? "image-error" : undefined}
          onClick={({ currentTarget }) => currentTarget.parentElement?.querySelector("input")?.click()}
        >
          {words}
        </button>
      ) : (
        <label
          className={`${look} peer-focus-visible:[outline:var(--ring)] peer-focus-visible:[outline-offset:var(--ring-gap)]`}
          htmlFor="image"
        >
          {words}
        </label>
      )}
    </span>
  );
}

function AdjustLink({ compact }: { compact: boolean }) {
  const { draft, upload, step, preset } = useWizard();
  if (!draft?.photo || isUnderWay(upload)) return null;
  const query = step ? `?step=${step.id}` : preset ? `?preset=${preset.id}` : "";
  return (
    <Link className="btn-sm min-w-tap btn-secondary" to={`/adjust/${draft.id}${query}`}>
      {compact ? <Icon name="crop" className="lg:hidden" /> : null}
      <span className={compact ? "max-lg:sr-only" : undefined}>Crop or rotate</span>
    </Link>
  );
}

/** Announced once: the same element persists across steps, hidden with `aside`. */
function PhotoAdvice({ sentences, aside }: { sentences: string[]; aside: boolean }) {
  return (
    <div className={aside || !sentences.length ? "sr-only" : "grid grid-cols-1 gap-2 panel text-sm"} role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function Drop({ busy, missing, children }: { busy: boolean; missing: boolean; children: React.ReactNode }) {
  const [over, setOver] = useState(false);
  return (
    <div
      className={over ? "drop-area border-gem bg-gem-soft" : "drop-area"}
      aria-busy={busy || undefined}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <Icon name="upload" className="size-7 text-gem" />
      <label htmlFor="image" className="grid grid-cols-1 gap-2">
        <b>Choose a photo</b>{" "}
        <span className="text-sm text-ink-2">
          {missing ? "It has not arrived yet; your choices are saved. " : null}
          {photoHint}
        </span>
      </label>
      {children}
    </div>
  );
}

interface PhotoInputProps extends Pick<PhotoPanelProps, "onChooserOpen"> {
  /** Hidden behind its label or button. */
  behind?: "label" | "button";
}

function PhotoInput({ onChooserOpen, behind }: PhotoInputProps) {
  const { photoProblem, choosePhoto } = useWizard();
  /** Takes the first file; the emptied field allows the same one again. */
  const take = (field: HTMLInputElement | null) => {
    const file = field?.files?.[0];
    if (!field || !file) return;
    field.value = "";
    void choosePhoto(file);
  };
  const input = useRef<HTMLInputElement>(null);
  const takeEarly = useEffectEvent(() => take(input.current));
  // A photo may be chosen before the scripts have loaded. From a ref's callback the router would not navigate yet.
  useEffect(() => takeEarly(), []);
  return (
    <input
      ref={input}
      className={behind ? "peer sr-only" : undefined}
      type="file"
      name="image"
      accept={accept}
      {...(behind === "button"
        ? { tabIndex: -1, "aria-hidden": true }
        : {
            id: "image",
            "aria-invalid": photoProblem ? true : undefined,
            "aria-describedby": photoProblem ? "image-error" : undefined,
          })}
      onClick={onChooserOpen}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => take(currentTarget)}
    />
  );
}

/** The local copy saves a download. */
export function ShownPhoto({ compact }: { compact: boolean }) {
  const { draft, upload, photoIsUnreadable } = useWizard();
  const photo = isUnderWay(upload) ? null : draft?.photo;
  const [name, local] = "src" in upload ? [upload.name, upload.src] : [photo?.name ?? "", null];
  const alt = `Your photo: ${name}`;
  const sizes = `(min-width: 60rem) 26rem, ${compact ? "3rem" : "100vw"}`;
  const picture = local ? (
    <img src={local} alt={alt} onError={photoIsUnreadable} />
  ) : photo ? (
    <PhotoPicture picture={photo.picture} alt={alt} sizes={sizes} priority={!compact} />
  ) : (
    <span className={`grid place-items-center text-ink-2 ${compact ? "min-h-tap lg:aspect-[4/3]" : "aspect-[4/3]"}`}>
      <Icon name="gallery" className="size-7" />
    </span>
  );
  const size = compact ? "photo-compact" : !local && photo ? `photo-low ${ratioClass(photo.picture)}` : "photo-low";
  return <div className={`photo photo-whole ${size}`}>{picture}</div>;
}

interface UploadStateProps {
  upload: PhotoUpload;
  photo: Draft["photo"];
  /** On phones only progress and problems have text. */
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
      <b className={`line-clamp-2 max-w-full min-w-0 wrap-anywhere ${compact ? "max-lg:hidden" : ""}`}>{name}</b>{" "}
      <span className={`text-ink-2 ${compact && !isUnderWay(upload) ? "max-lg:sr-only" : ""}`}>{text}</span>
      {upload.phase === "sending" ? (
        <progress className="progress-bar" max="100" value={percent} aria-label={`Sending ${name}`} />
      ) : null}
      <span className="sr-only" role="status">
        {upload.phase === "waiting" ? text : upload.phase === "arrived" ? `Photo ${name} uploaded, ready` : ""}
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
