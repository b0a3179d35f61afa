import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { Form, Link, useNavigation, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";
import { Announcement, NoScriptRefresh, useLiveProgress } from "../../transformations/live-progress.tsx";
import { Icon } from "../../ui/icon.tsx";
import { WholeWords } from "../../ui/whole-words.tsx";
import { buyGemsFor } from "../wizard/gem-balance.tsx";
import { batchPath, choosePath, formatPhotoCount } from "./batch.ts";
import type { ShownBatch, ShownPhoto } from "./shown-batch.server.ts";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { stageAt } from "../../transformations/progress.ts";

const announceEveryMs = 5_000;

/** Enough to notice progress; one change reloads all. */
const polledCount = 3;

export function BatchPage({ batch }: { batch: ShownBatch }) {
  const { id, title, path, description, date, photos, retriable } = batch;
  const processing = photos.filter(({ status }) => status === "processing");
  useLiveProgress([...processing].sort((one, other) => other.progress - one.progress).slice(0, polledCount));
  const done = photos.filter(({ status }) => status === "completed").length;
  const fine = photos.filter(({ neededNothing }) => neededNothing).length;
  const failed = photos.filter(({ status }) => status === "failed").length - fine;
  const status = batchStatus({ done, failed, fine, all: photos.length });
  const downloads = photos.filter(({ hasResult }) => hasResult).length;
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>{`${formatPhotoCount(photos.length)}, ${title}`}</PageTitle>
      <BackLink to="/batches">Your batches</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>
          {title}, {formatPhotoCount(photos.length)}
        </h1>
        <p className="text-sm text-ink-2">
          {description}. {date}.
        </p>
      </div>
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 gap-2">
          <span className="text-sm font-strong tabular-nums" id="batch-progress">
            {status}
          </span>
          {processing.length ? (
            <progress
              className="progress-bar"
              max={photos.length}
              value={photos.length - processing.length}
              aria-labelledby="batch-progress"
            />
          ) : null}
          <Announcement text={status} everyMs={processing.length ? announceEveryMs : 0} />
          {processing.length ? (
            <>
              <NoScriptRefresh href={batchPath(id)} seconds={5} />
              <p className="text-sm text-ink-2">
                You can leave this page. Every result will be here and in your gallery; you get the gem back for any
                that fail.
              </p>
            </>
          ) : null}
        </div>
        {downloads || retriable.length ? (
          <div className="button-pair">
            {downloads ? (
              // A file stream: no client-side navigation.
              <a className="btn-primary" href={`${batchPath(id)}/download`}>
                <Icon name="download" />
                Download all
              </a>
            ) : null}
            {retriable.length ? <TryAgain id={id} failed={retriable} /> : null}
          </div>
        ) : null}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-4 gap-y-6 md:grid-cols-3 md:gap-x-6">
          {photos.map((photo) => (
            <BatchRow key={photo.id} photo={photo} toolPath={path} />
          ))}
        </ul>
        <div className="button-pair">
          {path ? (
            <Link className="btn-secondary" to={choosePath({ path })}>
              Another batch
            </Link>
          ) : null}
          <Link className="btn-quiet" to="/gallery">
            View History
          </Link>
        </div>
      </div>
    </main>
  );
}

function TryAgain({ id, failed }: { id: string; failed: string[] }) {
  const count = failed.length;
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const busy = useNavigation().state !== "idle";
  const cost = count === 1 ? "1 gem" : `${count} gems`;
  if (gems < count) {
    return (
      <Link className="btn-secondary" to={buyGemsFor(batchPath(id))}>
        Buy Gems<span className="sr-only"> to try {formatPhotoCount(count)} again</span>
      </Link>
    );
  }
  return (
    <Form className="grid grid-cols-1 gap-4" method="post" action={batchPath(id)}>
      {failed.map((each) => (
        <input key={each} type="hidden" name="failed" value={each} />
      ))}
      <button
        type="submit"
        className="btn-secondary"
        aria-label={`Try failed again, ${cost}`}
        aria-busy={busy || undefined}
      >
        Try failed again{" "}
        <span className="cost">
          <Icon name="gem" />
          {cost}
        </span>
      </button>
    </Form>
  );
}

/** `fine` counts photos that needed no change. */
function batchStatus({ done, failed, fine, all }: Record<"done" | "failed" | "fine" | "all", number>): string {
  if (done === all) return all === 1 ? "Done" : `All ${all} done`;
  const fails = failed ? `, ${failed} failed` : "";
  return `${done} of ${all} done${fails}${fine ? `, ${fine} already well lit` : ""}`;
}

function BatchRow({ photo, toolPath }: { photo: ShownPhoto; toolPath: string | null }) {
  const { id, name, status, neededNothing, picture, remark, path, download, hasOriginal, hasResult } = photo;
  return (
    <li className="grid grid-cols-1 content-start gap-2">
      <div className="photo aspect-[4/5]">
        {picture ? <PhotoPicture picture={picture} alt="" sizes="(min-width: 44rem) 13rem, 44vw" /> : null}
      </div>
      <div className="item-text">
        <h2
          className="block max-w-full min-w-0 text-left text-md leading-normal font-strong tracking-[0] wrap-anywhere"
          dir="auto"
        >
          <WholeWords>{name}</WholeWords>
        </h2>
        <Stand photo={photo} />
        {remark ? <span className="text-sm text-ink-2">{remark}</span> : null}
        {status === "completed" && !hasResult ? (
          <span className="text-sm text-ink-2">Its picture was deleted.</span>
        ) : null}
      </div>
      <div className="-mx-2 flex flex-wrap [&_a]:px-2 [&_button]:px-2">
        {path ? (
          <Link className="btn-sm btn-quiet" to={path}>
            View<span className="sr-only"> {name}</span>
          </Link>
        ) : null}
        {download ? (
          <a className="btn-sm btn-quiet" href={download}>
            Download<span className="sr-only"> {name}</span>
          </a>
        ) : null}
        {status === "failed" && !neededNothing && hasOriginal && toolPath ? (
          <Form method="post" action={`${toolPath}/again`}>
            <input type="hidden" name="job" value={id} />
            <button type="submit" className="btn-sm btn-quiet">
              Open alone<span className="sr-only"> {name}</span>
            </button>
          </Form>
        ) : null}
      </div>
    </li>
  );
}

function Stand({ photo: { status, progress, neededNothing } }: { photo: ShownPhoto }) {
  if (neededNothing) {
    return (
      <span className="status-line text-ink-2">
        <Icon name="check" />
        Nothing to enhance
      </span>
    );
  }
  const { icon, look } = stands[status];
  return (
    <span className={`status-line ${look}`}>
      <Icon name={icon} />
      {status === "processing" ? stages[stageAt(progress)] : stands[status].words}
    </span>
  );
}

const stands = {
  processing: { icon: "clock", look: "text-ink-2", words: "" },
  completed: { icon: "check", look: "text-gem", words: "Done" },
  failed: { icon: "warning", look: "text-danger", words: "Failed" },
} as const;

const stages = { held: "Waiting for its turn", generating: "Generating", saving: "Saving", done: "Done" } as const;
