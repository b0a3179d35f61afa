import { useMemo } from "react";
import { BackLink } from "../../ui/back-link.tsx";
import { Link, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";
import { ErrorSummary, type FormProblem } from "../../ui/error-summary.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { FailureNotice } from "../runs/failure-notice.tsx";
import { GemBalance } from "./gem-balance.tsx";
import { loadScreen, PresetChoice, StepForm } from "./lazy-screens.ts";
import { PhotoPanel, photoProblemOf } from "./photo-panel.tsx";
import type { RunScreenProps } from "./run-screen.tsx";
import { StepList } from "./step-list.tsx";
import { isGuided, stepCount, stepUrl } from "./steps.ts";
import type { ToolRun } from "./use-tool-run.ts";
import { ToolSteps } from "./how-it-works.tsx";

// Preloads while the member picks a photo.
const preloadNext = () => loadScreen("step");

export function UploadScreen(props: RunScreenProps & { run: ToolRun }) {
  const { tool, draft, failure, photoProblem, busy, run } = props;
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const problem = photoProblemOf(run, photoProblem);
  const problems = useMemo<FormProblem[]>(() => (problem ? [{ field: "image", message: problem }] : []), [problem]);
  const first = tool.steps[0];
  const where = isGuided(tool) ? `Step 1 of ${stepCount(tool)}: ` : "";
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle failed={Boolean(problem) || failure?.neededNothing === false}>{`${where}${tool.title}`}</PageTitle>
      <BackLink to="/dashboard">Dashboard</BackLink>
      {where ? <StepList tool={tool} number={1} /> : null}
      <div className="mb-6 grid grid-cols-1 gap-2 [.steps+&]:mt-5">
        <h1>
          <span className="sr-only">{where}</span>
          {tool.title}
        </h1>
        <p className="max-w-measure text-lg text-ink-2">{tool.lede}</p>
      </div>
      {problems.length || failure ? (
        <div className="mb-6 grid grid-cols-1 gap-4">
          <ErrorSummary problems={problems} />
          {failure && !problem ? <FailureNotice {...failure} /> : null}
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:items-start lg:gap-12">
        <PhotoPanel draft={draft} run={run} problem={problem} busy={busy} onChooserOpen={preloadNext} />
        <div className="grid grid-cols-1 gap-6">
          <GemBalance gems={gems} buyFor={run.runId ? stepUrl(tool, run.runId) : tool.path} />
          {props.presets.length ? <PresetChoice {...props} /> : null}
          <ToolSteps tool={tool} retainsOriginals={props.retainsOriginals} />
          <Link
            className="inline-flex min-h-tap min-w-tap items-center font-medium"
            to={`batch${props.preset ? `?preset=${props.preset.id}` : ""}`}
          >
            Several photos at once
          </Link>
          {!isGuided(tool) && draft?.photo && first ? (
            <>
              {props.notice ? <p className="panel text-sm">{props.notice}</p> : null}
              <StepForm {...props} step={first} gems={gems} last />
            </>
          ) : run.runId && first && !props.preset && (draft?.photo || "src" in run.upload) ? (
            <div className="action-bar">
              <Link className="btn btn-lg btn-primary" to={stepUrl(tool, run.runId, first.id)}>
                Continue
              </Link>
            </div>
          ) : null}
        </div>
      </div>
    </main>
  );
}
