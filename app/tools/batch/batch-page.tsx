import { useEffect, useRef, useState } from "react";
import { BackLink } from "../../ui/back-link.tsx";
import { Form, Link, useNavigation, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";
import { useLiveProgress } from "../../transformations/use-live-progress.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { NoScriptRefresh } from "../../ui/no-script-refresh.tsx";
import { buyGemsFor } from "../wizard/gem-balance.tsx";
import { BatchRow } from "./batch-row.tsx";
import { batchPath, choosePath, photosInWords } from "./batch-paths.ts";
import type { ShownBatch } from "./shown-batch.server.ts";

/** How often at most a screen reader is told, ms. */
const sayEveryMs = 5_000;

/** Enough to see it move: those furthest on, and the next ones; one answer loads all of them again. */
const askedAbout = 3;

/** A batch: each photo with what became of it, and what can be done with all of them. */
export function BatchPage({ batch }: { batch: ShownBatch }) {
  const { id, title, path, inWords, date, photos, retriable } = batch;
  const processing = photos.filter(({ status }) => status === "processing");
  useLiveProgress([...processing].sort((one, other) => other.progress - one.progress).slice(0, askedAbout));
  const done = photos.filter(({ status }) => status === "completed").length;
  const fine = photos.filter(({ neededNothing }) => neededNothing).length;
  const failed = photos.filter(({ status }) => status === "failed").length - fine;
  const words = standInWords({ done, failed, fine, all: photos.length });
  const said = useSpaced(words);
  const downloads = photos.filter(({ hasResult }) => hasResult).length;
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>{`${photosInWords(photos.length)}, ${title}`}</PageTitle>
      <BackLink to="/batches">Your batches</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>
          {title}, {photosInWords(photos.length)}
        </h1>
        <p className="text-sm text-ink-2">
          {inWords}. {date}.
        </p>
      </div>
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 gap-2">
          <span className="text-sm font-strong tabular-nums" id="batch-progress">
            {words}
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
            {said}
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
              // Streamed as a file by the server: no page of ours.
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

/** One button for all that failed; without gems for all of them, the way to more. */
function TryAgain({ id, failed }: { id: string; failed: string[] }) {
  const count = failed.length;
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const busy = useNavigation().state !== "idle";
  if (gems < count) {
    return (
      <Link className="btn btn-secondary" to={buyGemsFor(batchPath(id))}>
        Buy Gems<span className="sr-only"> to try {photosInWords(count)} again</span>
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

/** `fine`: of those photos, how many needed nothing. */
function standInWords({ done, failed, fine, all }: Record<"done" | "failed" | "fine" | "all", number>): string {
  if (done === all) return all === 1 ? "Done" : `All ${all} done`;
  const fails = failed ? `, ${failed} failed` : "";
  return `${done} of ${all} done${fails}${fine ? `, ${fine} already well lit` : ""}`;
}

/** The newest words, changed at most once in a while. */
function useSpaced(words: string): string {
  const [said, say] = useState(words);
  const last = useRef(0);
  useEffect(() => {
    if (said === words) return;
    const saying = setTimeout(
      () => {
        last.current = Date.now();
        say(words);
      },
      Math.max(0, last.current + sayEveryMs - Date.now()),
    );
    return () => clearTimeout(saying);
  }, [said, words]);
  return said;
}
