import { photoExtensions, photoHint } from "../../photos/upload/limits.ts";
import { useMemo } from "react";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { Form, Link, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";
import { ErrorSummary, FieldError, type FormProblem } from "../../ui/error-summary.tsx";
import { Icon } from "../../ui/icon.tsx";
import { GemBalance } from "../wizard/gem-balance.tsx";
import type { PresetChoice } from "../presets/preset-choice.server.ts";
import { PresetLinks } from "../presets/preset-links.tsx";
import { useShared } from "../drafts/use-shared.ts";
import type { ChosenPhoto } from "./batch-draft.server.ts";
import { choosePath, formatPhotoCount, maxBatchPhotos } from "./batch.ts";
import { ChosenPhotos } from "./chosen-photos.tsx";
import { useBatchUploads } from "./use-batch-uploads.ts";

interface ChoosePhotosProps extends PresetChoice {
  toolId: string;
  path: string;
  title: string;
  draftId: string;
  photos: ChosenPhoto[];
  next: string;
  answered: string[] | null;
}

export function ChoosePhotos({
  toolId,
  path,
  title,
  draftId: loadedId,
  photos: loaded,
  next,
  answered,
  presets,
  preset,
}: ChoosePhotosProps) {
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const uploads = useBatchUploads({ toolId, path, draftId: loadedId, loaded, presetId: preset?.id });
  const { draftId, photos } = uploads;
  const here = choosePath({ path }, draftId, preset?.id);
  const messages = uploads.messages ?? answered;
  const problems = useMemo<FormProblem[]>(
    () => messages?.map((message) => ({ field: "photos", message })) ?? [],
    [messages],
  );
  const sending = uploads.coming.filter(({ phase }) => phase !== "refused").length;
  useShared(({ taking, member }) => void taking.takeSharedPhotos(member, uploads.choose));
  const full = photos.length + sending >= maxBatchPhotos;
  const count = photos.length + sending;
  const addFiles = (input: HTMLInputElement | null) => {
    const files = [...(input?.files ?? [])];
    if (!input || !files.length) return;
    // Emptied, so that the same photo can be chosen again.
    input.value = "";
    void uploads.choose(files);
  };
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle failed={problems.length > 0}>{`Several photos at once, ${title}`}</PageTitle>
      <BackLink to={path}>{title}</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Several photos at once</h1>
        <p className="max-w-measure text-lg text-ink-2">
          Up to {maxBatchPhotos} photos for {title}. The same settings apply to all of them.
        </p>
      </div>
      {problems.length ? (
        <div className="mb-6">
          <ErrorSummary problems={problems} />
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:items-start lg:gap-12">
        <Form className="tool-photo grid grid-cols-1 gap-4" method="post" encType="multipart/form-data" action={here}>
          <div className="drop-area">
            <Icon name="upload" className="size-7 text-gem" />
            <label htmlFor="photos" className="grid grid-cols-1 gap-2">
              <b>{count ? "Add photos" : "Choose photos"}</b>
              <span className="text-sm text-ink-2">
                {full ? `All ${maxBatchPhotos} places are taken.` : `${photoHint} each`}
              </span>
            </label>
            <input
              id="photos"
              type="file"
              name="photos"
              multiple
              accept={photoExtensions.join(",")}
              aria-invalid={problems.length ? true : undefined}
              aria-describedby={problems.length ? "photos-error" : undefined}
              onChange={({ currentTarget }) => addFiles(currentTarget)}
              // Photos may be chosen before the scripts have loaded.
              ref={addFiles}
            />
          </div>
          <FieldError id="photos" message={problems.map(({ message }) => message).join(" ") || undefined} />
          <button type="submit" className="btn-lg btn-primary js:hidden">
            Upload photos
          </button>
        </Form>
        <div className="grid grid-cols-1 gap-6">
          <ChosenPhotos {...uploads} presetId={preset?.id} here={here} />
          {presets.length && !sending ? (
            <section className="grid grid-cols-1 gap-4">
              <PresetLinks {...{ presets, preset }} to={(id) => choosePath({ path }, draftId, id)} />
            </section>
          ) : null}
          {count ? <GemBalance gems={gems} uses={count} buyFor={here} /> : null}
          <div>
            <p className="text-sm text-ink-2">
              Each photo costs 1 gem. All of them start together, or none does; you get the gem back for any that fail.
            </p>
            <Link className="inline-flex min-h-tap min-w-tap items-center text-sm font-medium" to="/batches">
              Your batches
            </Link>
          </div>
          {photos.length && !sending && preset ? (
            <Form className="action-bar" method="post" action={`${path}/preset`}>
              <input type="hidden" name="draft" value={draftId} />
              <input type="hidden" name="preset" value={preset.id} />
              <button type="submit" className="btn-lg btn-primary">
                Continue with {formatPhotoCount(photos.length)}
              </button>
            </Form>
          ) : null}
          {photos.length && !sending && !preset ? (
            <div className="action-bar">
              <Link className="btn-lg btn-primary" to={next}>
                Continue with {formatPhotoCount(photos.length)}
              </Link>
            </div>
          ) : null}
          {sending ? (
            <p className="text-sm">You can continue once every photo has arrived. Please keep this page open.</p>
          ) : null}
        </div>
      </div>
    </main>
  );
}
