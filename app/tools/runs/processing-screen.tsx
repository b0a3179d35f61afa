import { useEffect, useRef, useState } from "react";
import { Form, Link } from "react-router";
import { PhotoPicture } from "../../photos/photo-picture.tsx";
import { stageAt, stages } from "../../transformations/progress.ts";
import type { Transformation } from "../../transformations/read-transformation.server.ts";
import { useLiveProgress } from "../../transformations/use-live-progress.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { isGuided, stepCount } from "../wizard/steps.ts";
import { surpriseProgress } from "../surprise-me/surprise-progress.ts";
import type { Tool } from "../tool.ts";

/** How often the page asks where the work is, ms. Each answer is under 1 kB. */
const askEveryMs = 1_500;

/** How often at most a screen reader is told, ms; while it waits, more seldom. */
const sayEveryMs = 5_000;
const sayWaitEveryMs = 30_000;

/** The work as it is: its stage in words, its bar, the time so far. Refreshes itself with and without scripts. */
export function ProcessingScreen({
  tool,
  transformation,
  before,
}: {
  tool: Tool;
  transformation: Transformation;
  /** How many photos are made before this one; null once it has begun. */
  before: number | null;
}) {
  const percent = usePercent(tool, transformation);
  const seconds = useSeconds(transformation.seconds);
  useLiveProgress([{ ...transformation, before }], askEveryMs);
  const stage = stageAt(transformation.progress);
  const current = stages.findIndex((candidate) => candidate.stage === stage) + (stage === "held" ? 1 : 0);
  const where = isGuided(tool) ? `Step ${stepCount(tool) - 1} of ${stepCount(tool)}: ` : "";
  const here = `${tool.path}?job=${transformation.id}`;
  const words = stage === "held" ? waitingWords(before) : (stages[current]?.label ?? "Saving");
  const said = useSpaced(words, stage === "held" ? sayWaitEveryMs : sayEveryMs);
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
            {transformation.name}.{/* On a line of its own: growing, it moves nothing. */}
            <br />
            <span className="tabular-nums">{elapsed(seconds)}</span> so far
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
              {words}
            </span>
            <span className="text-sm font-strong tabular-nums">{percent}%</span>
          </div>
          <progress className="progress-bar" max="100" value={percent} aria-labelledby="progress-label" />
          <p className="sr-only" role="status">
            {said}
          </p>
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
        <div className="panel text-sm">
          <p>
            You can leave this page. The result will be in your gallery, and if it fails your gem comes back by itself.
          </p>
        </div>
        <div className="btn-pair">
          <Link className="btn btn-secondary" to="/gallery">
            View History
          </Link>
          <Link className="btn btn-quiet" to="/dashboard">
            Dashboard
          </Link>
          <noscript>
            <a className="btn btn-secondary" href={here}>
              Refresh now
            </a>
          </noscript>
        </div>
        {/* Its room stays when the work begins: nothing below it moves. */}
        <div className="min-h-[3rem]">
          {transformation.waiting ? (
            <Form method="post" action={`${tool.path}/cancel`}>
              <input type="hidden" name="job" value={transformation.id} />
              <button className="btn btn-quiet">Cancel and get the gem back</button>
            </Form>
          ) : null}
        </div>
      </div>
    </main>
  );
}

/** The bar's percentage: the stored progress, or where the tool says so and with scripts, Surprise Me's own climb. */
function usePercent(tool: Tool, { progress, seconds }: Transformation): number {
  const climbs = tool.bar === "climbing";
  const [ticks, setTicks] = useState<number | null>(null);
  const [begunAt] = useState(() => Math.round((seconds * 1000) / surpriseProgress.everyMs));
  useEffect(() => {
    if (!climbs) return;
    const ticking = setInterval(() => setTicks((count) => (count ?? begunAt) + 1), surpriseProgress.everyMs);
    return () => clearInterval(ticking);
  }, [climbs, begunAt]);
  return ticks === null ? progress : surpriseProgress.at(ticks, stageAt(progress));
}

/** The queue as it is; `before` is 100 at most, which stands for more (photos-before.server.ts). */
function waitingWords(before: number | null): string {
  if (!before) return "Waiting for its turn";
  return before === 1 ? "1 photo is before this one" : `${before < 100 ? before : "100+"} photos are before this one`;
}

/** The newest words, changed at most once in `everyMs`. */
function useSpaced(words: string, everyMs: number): string {
  const [said, say] = useState(words);
  const last = useRef(0);
  useEffect(() => {
    if (said === words) return;
    const saying = setTimeout(
      () => {
        last.current = Date.now();
        say(words);
      },
      Math.max(0, last.current + everyMs - Date.now()),
    );
    return () => clearTimeout(saying);
  }, [said, words, everyMs]);
  return said;
}

/** Seconds since the start, counted on between two answers of the server. */
function useSeconds(told: number): number {
  const [counted, setCounted] = useState({ told, more: 0 });
  if (counted.told !== told) setCounted({ told, more: 0 });
  useEffect(() => {
    const ticking = setInterval(() => setCounted(({ told: from, more }) => ({ told: from, more: more + 1 })), 1000);
    return () => clearInterval(ticking);
  }, []);
  return counted.told + counted.more;
}

const elapsed = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
