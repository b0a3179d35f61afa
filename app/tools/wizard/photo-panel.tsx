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
  /** Small on phones, so that the choices stay in view. */
  compact?: boolean;
  /** Hides advice that the first step showed. */
  aside?: boolean;
  /** Called when the file chooser opens. */
  onChooserOpen?: () => void;
}

/** The draft's photo: empty drop area, upload in progress, or stored. Without scripts a button uploads it. */
export function PhotoPanel({
  draft,
  run,
  problem,
  busy,
  compact = false,
  aside = false,
  onChooserOpen,
}: PhotoPanelProps) {
  const { upload } = run;
  const form = useRef<HTMLFormElement>(null);
  useEarlyChoice(form, run.choosePhoto);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => chooseFirst(currentTarget, run.choosePhoto);
  const input = <PhotoInput problem={problem} onChooserOpen={onChooserOpen} onChange={choose} />;
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
              className="relative btn btn-sm overflow-hidden btn-secondary has-focus-visible:[outline:var(--ring)] has-focus-visible:[outline-offset:var(--ring-gap)] [&>input]:absolute [&>input]:inset-0 [&>input]:w-full [&>input]:cursor-pointer [&>input]:opacity-0"
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
  onChooserOpen,
  onChange,
}: {
  problem: string | null;
  onChooserOpen: (() => void) | undefined;
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
      onClick={onChooserOpen}
      onChange={onChange}
    />
  );
}

/** The local copy saves a download. */
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

/** Takes the first file; the emptied field allows the same one again. */
function chooseFirst(input: HTMLInputElement | null | undefined, choose: (file: File) => void) {
  const file = input?.files?.[0];
  if (!input || !file) return;
  choose(file);
  input.value = "";
}

/** Takes a photo that was chosen before the scripts loaded. */
function useEarlyChoice(form: React.RefObject<HTMLFormElement | null>, choose: (file: File) => void) {
  const checked = useRef(false);
  useEffect(() => {
    if (checked.current) return;
    checked.current = true;
    chooseFirst(form.current?.querySelector<HTMLInputElement>("input[type=file]"), choose);
  }, [form, choose]);
}
