import { useEffect, useRef, useState, type ChangeEvent } from "react";
import { Form, Link } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { photoExtensions } from "../../photos/upload/photo-problems.ts";
import { Icon } from "../../ui/icon.tsx";
import { AdjustLink } from "../adjust/adjust-link.tsx";
import { PhotoAdvice } from "./photo-advice.tsx";
import type { Draft } from "../drafts/read-draft.server.ts";
import { FieldError } from "../questions/field-error.tsx";
import { UploadState } from "./upload-state.tsx";
import type { PhotoUpload } from "./use-photo-upload.ts";
import type { ToolRun } from "./use-tool-run.ts";

const accept = photoExtensions.join(",");

interface PhotoPanelProps {
  draft: Draft | null;
  run: ToolRun;
  problem: string | null;
  busy: boolean;
  /** On phones only a small picture, so that the choices are in view. */
  compact?: boolean;
  /** Between the first step and the last, what may be worth knowing of the photo was said, and is said again. */
  aside?: boolean;
  /** Called when the person begins to look for a photo. */
  onLook?: () => void;
}

/**
 * The photo of a run: the empty drop area, the photo on its way, or the photo as it was kept with the way to another
 * one. With scripts a chosen photo is sent behind the page; without, the button sends it.
 */
export function PhotoPanel({ draft, run, problem, busy, compact = false, aside = false, onLook }: PhotoPanelProps) {
  const { upload } = run;
  const form = useRef<HTMLFormElement>(null);
  useEarlyChoice(form, run.choosePhoto);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => take(currentTarget, run.choosePhoto);
  const input = <PhotoInput problem={problem} onLook={onLook} onChange={choose} />;
  const coming = "src" in upload ? upload : null;
  if (draft?.photos.length) {
    return (
      <div className="tool-photo grid grid-cols-1 gap-4">
        <ShownPhoto upload={upload} draft={draft} compact={compact} />
        <div className="flex items-center justify-between gap-3">
          <b className="text-sm">{draft.photos.length === 1 ? "1 photo" : `${draft.photos.length} photos`}</b>
          <Link className="btn btn-sm btn-secondary" to={`batch?draft=${draft.id}`}>
            Change photos
          </Link>
        </div>
      </div>
    );
  }
  return (
    <Form
      className="tool-photo grid grid-cols-1 gap-4"
      method="post"
      encType="multipart/form-data"
      ref={form}
      action={here(run)}
    >
      {coming || draft?.photo ? (
        <>
          <ShownPhoto upload={upload} draft={draft} compact={compact} />
          <div className="flex items-center justify-between gap-3">
            <UploadState upload={upload} photo={draft?.photo ?? null}>
              <AdjustLink draft={draft} run={run} />
            </UploadState>
            <label
              className="relative btn btn-sm flex-none overflow-hidden btn-secondary has-focus-visible:[outline:var(--ring)] has-focus-visible:[outline-offset:var(--ring-gap)] [&>input]:absolute [&>input]:inset-0 [&>input]:w-full [&>input]:cursor-pointer [&>input]:opacity-0"
              htmlFor="image"
            >
              Change photo
              {input}
            </label>
          </div>
          <FieldError id="image" message={problem ?? undefined} />
          <PhotoAdvice sentences={run.advice} aside={aside} />
          <button className="btn plain-only btn-secondary">Upload this photo instead</button>
        </>
      ) : (
        <>
          <Drop busy={busy} missing={run.draftId !== null}>
            {input}
          </Drop>
          <FieldError id="image" message={problem ?? undefined} />
          <button className="btn plain-only btn-lg btn-primary">Upload photo</button>
        </>
      )}
    </Form>
  );
}

/** What is wrong with the photo, if anything: found on the device, or by the server. */
export const photoProblemOf = ({ upload, refusal }: ToolRun, fromServer: string | null): string | null =>
  refusal ?? (upload.phase === "idle" ? fromServer : null);

const here = ({ draftId, presetId }: ToolRun) =>
  draftId ? `?draft=${draftId}${presetId ? `&preset=${presetId}` : ""}` : undefined;

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
        <b>Choose a photo</b>
        <span className="text-sm text-ink-2">
          {missing ? "It has not arrived yet; your choices are kept. " : null}
          JPG, PNG, WebP or HEIC, up to 10 MB
        </span>
      </label>
      {children}
    </div>
  );
}

function PhotoInput({
  problem,
  onLook,
  onChange,
}: {
  problem: string | null;
  onLook: (() => void) | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}) {
  return (
    <input
      id="image"
      type="file"
      name="image"
      accept={accept}
      required
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? "image-error" : undefined}
      onClick={onLook}
      onChange={onChange}
    />
  );
}

/** From the device while it is on its way and after, which saves loading it again; otherwise as the host has it. */
function ShownPhoto({ upload, draft, compact }: { upload: PhotoUpload; draft: Draft | null; compact: boolean }) {
  const photo = draft?.photo;
  const [name, local] = "src" in upload ? [upload.name, upload.src] : [photo?.name ?? "", null];
  const alt = `Your photo: ${name}`;
  const sizes = "(min-width: 60rem) 26rem, 100vw";
  const picture = local ? (
    <img src={local} alt={alt} />
  ) : photo ? (
    <PhotoPicture picture={photo.picture} alt={alt} sizes={sizes} priority={!compact} />
  ) : null;
  return <div className={compact ? "photo photo-compact photo-whole" : "photo photo-whole"}>{picture}</div>;
}

/** Only the first file of several is used. Emptied, the field notices when the same photo is chosen again. */
function take(input: HTMLInputElement | null | undefined, choose: (file: File) => void) {
  const file = input?.files?.[0];
  if (!input || !file) return;
  choose(file);
  input.value = "";
}

/** A photo chosen before the scripts arrived is not left lying. */
function useEarlyChoice(form: React.RefObject<HTMLFormElement | null>, choose: (file: File) => void) {
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    take(form.current?.querySelector<HTMLInputElement>("input[type=file]"), choose);
  }, [form, choose]);
}
