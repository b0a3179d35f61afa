import { useState } from "react";
import { photoHint } from "../../photos/upload/limits.ts";
import { Form, Link, useRouteLoaderData } from "react-router";
import { PhotoPicture, useSaveData } from "../../photos/photo-picture.tsx";
import { Preview, usePreviews } from "../../tools/previews/previews.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import type { UnfinishedDraft } from "../../tools/drafts/unfinished-draft.server.ts";
import { type ToolId, toolList } from "../../tools/tool-list.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Artwork } from "../../ui/artwork/artwork.tsx";
import type { PictureName } from "../../ui/artwork/pictures.ts";
import { Icon } from "../../ui/icon.tsx";
import type { PhotoSending } from "./use-photo-sending.ts";

interface ChooserProps {
  /** A new object for each refused photo, so that the form notices a repeated refusal. */
  problem: { message: string } | undefined;
  again: boolean;
  sending: PhotoSending;
}

/** Takes a photo by camera or file. Scripts shrink and send it; without scripts, the button sends it. */
export function PhotoChooser({ problem, again, sending: { shown, refusal, send } }: ChooserProps) {
  const sending = shown !== null;
  const [answered, setAnswered] = useState(problem);
  const [refused, setRefused] = useState(problem);
  // Stored in state, because the link to the field is a navigation, which clears the action's answer.
  if (problem !== answered) {
    setAnswered(problem);
    if (problem) setRefused(problem);
  }
  const error = sending ? undefined : (refusal ?? refused);
  /** Takes the photo, even one chosen before the scripts have loaded. */
  const take = (input: HTMLInputElement | null) => {
    const file = input?.files?.[0];
    if (!input?.form || !file) return;
    setRefused(undefined);
    void send(file, input.form);
    // Every render reads the input again, so this takes its photo only once.
    input.value = "";
  };
  return (
    <Form className="grid grid-cols-1 gap-3" method="post" action="/dashboard" encType="multipart/form-data">
      <ErrorSummary problems={error ? [{ field: "image", message: error.message }] : []} found={error} />
      <div className={`drop-area ${again ? "min-h-24 py-4" : "min-h-40 py-6"}`} aria-busy={sending || undefined}>
        {sending ? (
          <img className="h-24 w-auto rounded-md" src={shown} alt="" />
        ) : (
          <Icon name="upload" className="size-7 text-gem" />
        )}
        <label htmlFor="image" className="grid grid-cols-1 gap-1">
          <b>{sending ? "Sending your photo" : again ? "Choose or take another photo" : "Choose or take a photo"}</b>{" "}
          {again || sending ? null : <span className="text-sm text-ink-2">{photoHint}</span>}
        </label>
        <input
          id="image"
          type="file"
          name="image"
          accept="image/*,.heic,.heif"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "image-error" : undefined}
          onChange={({ currentTarget }) => take(currentTarget)}
          ref={take}
        />
      </div>
      {error ? (
        <p className="flex items-start gap-[0.4rem] text-sm font-medium text-danger" id="image-error">
          {error.message}
        </p>
      ) : null}
      <button type="submit" className="btn-lg btn-primary js:hidden">
        Upload photo
      </button>
    </Form>
  );
}

type TileId = Exclude<ToolId, "id-photo">;

/** The compiler requires a picture for each tool. Previews come from the route api/drafts/:draftId/previews/:option. */
const tiles: Record<TileId, { picture: PictureName; preview: string }> = {
  "surprise-me": { picture: "hero-enhance", preview: "look-bright" },
  "portrait-studio": { picture: "hero-portrait", preview: "scene-elegant-gray-studio" },
  "art-style": { picture: "hero-art", preview: "style-sketch" },
  "background-engine": { picture: "hero-background", preview: "background-remove" },
};

const previewNames = Object.values(tiles).map(({ preview }) => preview);

const tile =
  "group grid w-full min-w-0 cursor-pointer grid-cols-1 grid-rows-[auto_1fr] overflow-hidden rounded-xl border-0 bg-surface p-0 text-left text-ink no-underline [box-shadow:0_0_0_1px_var(--color-line)] forced-colors:[border:1px_solid_ButtonBorder] hover:[box-shadow:0_0_0_1.5px_var(--color-line-strong)]";

interface TilesProps {
  draft: UnfinishedDraft | null;
  idPhotos: boolean;
  /** A model makes the pictures: there are no previews. */
  generative: boolean;
  sending: PhotoSending;
}

/** The tools, Surprise Me first. With a draft, each tile shows the draft's photo, and its tool opens with it. */
export function ToolTiles({ draft, idPhotos, generative, sending }: TilesProps) {
  const without = useSaveData() || generative;
  const previews = usePreviews(draft?.id ?? null, without ? null : (draft?.photoId ?? null), previewNames);
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-3 md:grid-cols-4 md:gap-5">
      {(Object.keys(tiles) as TileId[]).map((id) => (
        <li key={id} className="grid">
          <ToolTile id={id} className={tile} draft={draft} sending={sending}>
            {draft ? (
              <span className="photo block aspect-[4/3] rounded-none">
                <PhotoPicture picture={draft.picture} alt="" sizes="10rem" small />
                <Preview src={previews.get(tiles[id].preview)} />
              </span>
            ) : (
              <span className="split block aspect-square">
                <Artwork name={tiles[id].picture} half="before" alt="" sizes={sizes} />
                <Artwork name={tiles[id].picture} half="after" alt="" sizes={sizes} />
              </span>
            )}
            <TileText id={id} waits={sending.opening === id} />
          </ToolTile>
        </li>
      ))}
      {idPhotos ? (
        <li className="col-span-full grid">
          <ToolTile id="id-photo" className={idPhotoTile} draft={draft} sending={sending}>
            <IdPhotoText waits={sending.opening === "id-photo"} />
          </ToolTile>
        </li>
      ) : null}
    </ul>
  );
}

interface TileProps {
  id: ToolId;
  className: string;
  draft: UnfinishedDraft | null;
  sending: PhotoSending;
  children: React.ReactNode;
}

/** Opens a tool: with the draft's photo by a form, otherwise by a link. */
function ToolTile({ id, className, draft, sending, children }: TileProps) {
  const hold = (event: React.SyntheticEvent) => void (sending.openLater(id) && event.preventDefault());
  const busy = sending.opening === id || undefined;
  return draft ? (
    <Form className="grid" method="post" action="/dashboard" onSubmit={hold}>
      <input type="hidden" name="draft" value={draft.id} />
      <button type="submit" className={className} name="tool" value={id} aria-busy={busy}>
        {children}
      </button>
    </Form>
  ) : (
    <Link className={className} to={toolList[id].path} onClick={hold} aria-busy={busy}>
      {children}
    </Link>
  );
}

const waitsText = "Opens when your photo has arrived";

const idPhotoTile =
  "group grid min-h-24 w-full cursor-pointer grid-cols-[min(6rem,28vw)_minmax(0,1fr)] overflow-hidden rounded-xl border-0 bg-surface p-0 text-left text-ink no-underline [box-shadow:0_0_0_1px_var(--color-line)] forced-colors:[border:1px_solid_ButtonBorder] hover:[box-shadow:0_0_0_1.5px_var(--color-line-strong)]";

function IdPhotoText({ waits }: { waits: boolean }) {
  const { title, lede } = toolList["id-photo"];
  return (
    <>
      <svg className="size-full bg-gem-soft text-gem" viewBox="0 0 56 56" fill="none" aria-hidden="true">
        <rect x="15" y="11" width="26" height="34" rx="1.5" className="fill-surface" />
        <path
          d="M28 17a7 7 0 0 1 7 7.5c0 5-3 8.5-7 8.5s-7-3.5-7-8.5A7 7 0 0 1 28 17zM17 45c.5-6 5-9 11-9s10.5 3 11 9z"
          fill="currentColor"
          fillOpacity=".3"
        />
        <path d="M12 17h32M12 24.5h32M12 33h32" stroke="currentColor" strokeWidth=".7" strokeDasharray="1.5 1" />
        <path
          d="M11 7v-3M11 7H8M45 7v-3M45 7h3M11 49v3M11 49H8M45 49v3M45 49h3"
          stroke="currentColor"
          strokeWidth=".8"
        />
      </svg>
      <span className="grid content-center gap-1 p-3 md:p-4">
        <b className="leading-[1.3] font-strong underline-offset-[0.2em] group-hover:underline">{title}</b>{" "}
        <span className="text-sm leading-[1.35] text-ink-2">{waits ? waitsText : lede}</span>
      </span>
    </>
  );
}

const sizes = "(min-width: 44rem) 16rem, 42vw";

function TileText({ id, waits }: { id: ToolId; waits: boolean }) {
  return (
    <span className="grid content-start gap-1 p-3 md:p-4">
      <b className="leading-[1.3] font-strong underline-offset-[0.2em] group-hover:underline">{toolList[id].title}</b>{" "}
      <span className={`text-sm leading-[1.35] text-ink-2 ${waits ? "" : "max-md:sr-only"}`}>
        {waits ? waitsText : toolList[id].lede}
      </span>
    </span>
  );
}

/** Links back to an unfinished photo and its choices; Discard deletes them. */
export function Continue({ draft }: { draft: UnfinishedDraft }) {
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="continue">
      <h2 id="continue" className="text-xl">
        Continue where you left off
      </h2>
      <div className="item-row rounded-xl bg-surface px-4 [box-shadow:0_0_0_1px_var(--color-line)] max-md:px-3 forced-colors:[border:1px_solid_ButtonBorder]">
        <div className="photo">
          <PhotoPicture picture={draft.picture} alt="" sizes="3.5rem" small />
        </div>
        <div className="item-text">
          <b className="truncate" dir="auto">
            {draft.photoName}
          </b>
          <span className="text-sm text-ink-2">{draft.place}</span>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:w-full">
          <Link className={`btn-sm max-md:flex-1 ${gems ? "btn-primary" : "btn-secondary"}`} to={draft.path}>
            Continue
          </Link>
          {draft.several ? null : (
            <Link className="btn-sm flex-none btn-quiet max-md:px-2" to={`/dashboard?draft=${draft.id}`}>
              Other tools
            </Link>
          )}
          <Form method="post" action="/dashboard">
            <input type="hidden" name="draft" value={draft.id} />
            <button type="submit" className="btn-sm btn-quiet max-md:px-2" name="discard" value="1">
              Discard<span className="sr-only"> {draft.photoName}</span>
            </button>
          </Form>
        </div>
      </div>
    </section>
  );
}
