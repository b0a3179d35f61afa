import { useEffect, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { type Stage, stageAt, stages } from "../../transformations/progress.ts";
import type { Transformation } from "../../transformations/read-transformation.server.ts";
import { Announcement, useLiveProgress } from "../../transformations/live-progress.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { isGuided, stepCount } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";

/** Polling interval, ms; a response is under 1 kB. */
const pollEveryMs = 1_500;

/** Shortest interval of announcements, ms. */
const announceEveryMs = 5_000;
const announceWaitEveryMs = 30_000;

/** Stage, bar and time of a running job; refreshes with and without scripts. */
export function ProcessingScreen({
  tool,
  transformation,
  before,
}: {
  tool: Tool;
  transformation: Transformation;
  /** Photos queued ahead; null once it has begun. */
  before: number | null;
}) {
  const climbs = tool.bar === "climbing";
  const countedMs = useCountedMs(climbs ? climbEveryMs : 1000);
  const [startMs] = useState(transformation.seconds * 1000);
  useLiveProgress([{ ...transformation, before }], pollEveryMs);
  const cancelling = useNavigation().formAction === `${tool.path}/cancel`;
  const stage = stageAt(transformation.progress);
  const percent = climbs && countedMs ? climbedTo(startMs + countedMs, stage) : transformation.progress;
  const current = stages.findIndex((candidate) => candidate.stage === stage) + (stage === "held" ? 1 : 0);
  const where = isGuided(tool) ? `Step ${stepCount(tool) - 1} of ${stepCount(tool)}: ` : "";
  const here = `${tool.path}?job=${transformation.id}`;
  const status = stage === "held" ? queueStatus(before) : (stages[current]?.label ?? "Saving");
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{isGuided(tool) ? `${where}${tool.working} · ${tool.title}` : tool.working}</PageTitle>
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
      <div className="work-view">
        <div className="grid grid-cols-1 gap-2">
          <h1>
            <span className="sr-only">{where}</span>
            {tool.working}
          </h1>
          <p className="text-ink-2">
            {transformation.name}
            {/* On a separate line, so that growing text moves nothing. */}
            <br />
            <span className="tabular-nums">{elapsed(Math.floor((startMs + countedMs) / 1000))}</span>
          </p>
        </div>
        {transformation.original ? (
          <div className={`work-photo percent-${Math.floor(percent / 5) * 5}`}>
            <PhotoPicture picture={transformation.original} alt="" sizes="(min-width: 60rem) 34rem, 100vw" priority />
          </div>
        ) : null}
        <div className="grid grid-cols-1 gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="text-sm font-strong" id="progress-label">
              {status}
            </span>
            <span className="text-sm font-strong tabular-nums">{percent}%</span>
          </div>
          <progress className="progress-bar" max="100" value={percent} aria-labelledby="progress-label" />
          <Announcement text={status} everyMs={stage === "held" ? announceWaitEveryMs : announceEveryMs} />
        </div>
        <ol className="stages">
          {stages.map(({ label }, index) => (
            <li
              key={label}
              className={index < current ? "done" : undefined}
              aria-current={index === current ? "step" : undefined}
            >
              {index < current ? <Icon name="check" /> : null}
              {index === current ? <span className="spin" aria-hidden="true" /> : null}
              {index > current ? <span className="dot" /> : null}
              {label}
            </li>
          ))}
        </ol>
        <p className="text-sm text-ink-2">
          You can leave this page. The result will be in your gallery, and if it fails you get your gem back
          automatically.
        </p>
        <div className="button-pair">
          <Link className="btn-secondary" to="/gallery">
            View History
          </Link>{" "}
          <Link className="btn-quiet" to="/dashboard">
            Dashboard
          </Link>{" "}
          <noscript>
            <a className="btn-secondary" href={here}>
              Refresh now
            </a>
          </noscript>
        </div>
        <Form method="post" action={`${tool.path}/cancel`} replace>
          <input type="hidden" name="job" value={transformation.id} />
          <button type="submit" className="w-full btn-quiet" aria-busy={cancelling || undefined}>
            Cancel and get the gem back
          </button>
        </Form>
      </div>
    </main>
  );
}

const climbEveryMs = 400;

/** The bar of docs/product/specification.md, "States": 10, + 8 every 400 ms up to 85, 95 with the answer, then 100. */
function climbedTo(ms: number, stage: Stage): number {
  if (stage === "done") return 100;
  return stage === "saving" ? 95 : Math.min(10 + 8 * Math.floor(ms / climbEveryMs), 85);
}

/** `before` is at most 100, which means "or more". */
function queueStatus(before: number | null): string {
  if (!before) return "Waiting for its turn";
  return before === 1 ? "1 photo is before this one" : `${before < 100 ? before : "100+"} photos are before this one`;
}

/** Ms since the screen appeared, updated in steps; 0 in the server's rendering. */
function useCountedMs(everyMs: number): number {
  const [counted, setCounted] = useState(0);
  useEffect(() => {
    const start = Date.now();
    const counting = setInterval(() => setCounted(Date.now() - start), everyMs);
    return () => clearInterval(counting);
  }, [everyMs]);
  return counted;
}

const elapsed = (seconds: number) =>
  seconds < 5
    ? "Started just now"
    : seconds < 60
      ? `Started ${seconds} seconds ago`
      : `Started ${Math.floor(seconds / 60)} min ${seconds % 60} s ago`;
