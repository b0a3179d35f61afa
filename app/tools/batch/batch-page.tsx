import { useEffect, useRef, useState } from "react";
import { BackLink } from "../../ui/back-link.tsx";
import { Form, Link, useNavigation, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";
import { useLiveProgress } from "../../transformations/use-live-progress.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { NoScriptRefresh } from "../../ui/no-script-refresh.tsx";
import { buyGemsFor } from "../wizard/gem-balance.tsx";
import { BatchRow } from "./batch-row.tsx";
import { batchPath, choosePath, formatPhotoCount } from "./batch-paths.ts";
import type { ShownBatch } from "./shown-batch.server.ts";

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
  const announced = useThrottled(status);
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
              max={photos.length * 100}
              value={photos.reduce((sum, { status, progress }) => sum + (status === "processing" ? progress : 100), 0)}
              aria-labelledby="batch-progress"
            />
          ) : null}
          <p className="sr-only" role="status">
            {announced}
          </p>
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
          <div className="btn-pair">
            {downloads ? (
              // A file stream: no client-side navigation.
              <a className="btn btn-primary" href={`${batchPath(id)}/download`}>
                <Icon name="download" />
                Download all
              </a>
            ) : null}
            {retriable.length ? <TryAgain id={id} failed={retriable} /> : null}
          </div>
        ) : null}
        <ul className="hairline-t [&>li]:hairline-b">
          {photos.map((photo) => (
            <BatchRow key={photo.id} photo={photo} toolPath={path} />
          ))}
        </ul>
        <div className="btn-pair">
          {path ? (
            <Link className="btn btn-secondary" to={choosePath({ path })}>
              Another batch
            </Link>
          ) : null}
          <Link className="btn btn-quiet" to="/gallery">
            View History
          </Link>
        </div>
      </div>
    </main>
  );
}

/** Retries all failures at once, or links to the gem page. */
function TryAgain({ id, failed }: { id: string; failed: string[] }) {
  const count = failed.length;
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const busy = useNavigation().state !== "idle";
  if (gems < count) {
    return (
      <Link className="btn btn-secondary" to={buyGemsFor(batchPath(id))}>
        Buy Gems<span className="sr-only"> to try {formatPhotoCount(count)} again</span>
      </Link>
    );
  }
  return (
    <Form className="grid grid-cols-1 gap-4" method="post" action={batchPath(id)}>
      {failed.map((each) => (
        <input key={each} type="hidden" name="failed" value={each} />
      ))}
      <button className="btn btn-secondary" aria-busy={busy || undefined}>
        Try failed again
        <span className="cost">
          <Icon name="gem" />
          {count === 1 ? "1 gem" : `${count} gems`}
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

/** Throttles announcements. */
function useThrottled(text: string): string {
  const [announced, announce] = useState(text);
  const last = useRef(0);
  useEffect(() => {
    if (announced === text) return;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        announce(text);
      },
      Math.max(0, last.current + announceEveryMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [announced, text]);
  return announced;
}
