import { useEffect, useMemo, useRef } from "react";
import { BackLink } from "../../ui/back-link.tsx";
import { useNavigationType, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { FailureNotice } from "../runs/failure-notice.tsx";
import { GemBalance } from "./gem-balance.tsx";
import { PhotoPanel, photoProblemOf } from "./photo-panel.tsx";
import type { RunScreenProps } from "./run-screen.tsx";
import { StepForm } from "./step-form.tsx";
import { QuestionField } from "../questions/question-field.tsx";
import { StepList } from "./step-list.tsx";
import { isGuided, neighboursOf, placeOf, stepUrl, titleOf } from "./steps.ts";
import type { Step } from "../tool.ts";
import type { ToolRun } from "./use-tool-run.ts";
import { ToolSteps } from "./how-it-works.tsx";

export function StepScreen(props: RunScreenProps & { run: ToolRun; step: Step }) {
  const { tool, draft, failure, photoProblem, connectionError, busy, run, step } = props;
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const photo = photoProblemOf(run, photoProblem);
  const problems = [
    ...(photo ? [{ field: "image", message: photo }] : []),
    ...(connectionError ? [{ message: connectionError }] : []),
    ...run.problems,
  ];
  const found = useMemo(() => ({ photo, connectionError, answers: run.found }), [photo, connectionError, run.found]);
  const guided = isGuided(tool);
  const title = titleOf(step, run.answers);
  const { number, of } = placeOf(tool, step.id);
  const where = guided ? `Step ${number} of ${of}: ` : "";
  const heading = useFocusOnStep(step.id, problems.length > 0 || failure !== null);
  const { before, after } = neighboursOf(tool, run.answers, step.id);
  const last = after === null;
  return (
    <main id="main" className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 px-gutter pt-6 pb-16">
      <PageTitle failed={problems.length > 0 || failure?.neededNothing === false}>
        {guided ? `${where}${title} · ${tool.title}` : title}
      </PageTitle>
      {guided ? <StepList tool={tool} number={number} /> : <BackLink to="/dashboard">Dashboard</BackLink>}
      <ErrorSummary problems={problems} found={found} />
      {failure && !problems.length ? <FailureNotice {...failure} /> : null}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:items-start lg:gap-12">
        <PhotoPanel
          draft={draft}
          run={run}
          problem={photo}
          busy={busy}
          compact={guided}
          aside={before !== null && !last}
        />
        <div className="grid grid-cols-1 gap-6">
          <div className="grid grid-cols-1 gap-2">
            <h1 ref={heading}>
              <span className="sr-only">{where}</span>
              {title}
            </h1>
            {guided ? null : <p className="max-w-measure text-lg text-ink-2">{tool.lede}</p>}
            {step.hint ? <p className="text-ink-2">{step.hint}</p> : null}
            {step.withoutModel && !props.generative ? <p className="panel text-sm">{step.withoutModel}</p> : null}
          </div>
          {guided ? null : <ToolSteps tool={tool} retainsOriginals={props.retainsOriginals} />}
          {last ? (
            <GemBalance
              gems={gems}
              uses={draft?.photos.length || 1}
              buyFor={stepUrl(tool, run.draftId ?? "", step.id)}
            />
          ) : null}
          {last && props.notice ? <p className="panel text-sm">{props.notice}</p> : null}
          <StepForm key={step.id} {...props} Question={QuestionField} gems={gems} last={last} />
        </div>
      </div>
    </main>
  );
}

/** Focuses the new step's heading, or its first error. */
function useFocusOnStep(stepId: string, hasProblem: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A loaded page starts at its first step anyway; a redirect does not.
  const shownStep = useRef(useNavigationType() === "POP" ? stepId : null);
  useEffect(() => {
    if (shownStep.current === stepId) return;
    shownStep.current = stepId;
    if (hasProblem) return;
    heading.current?.setAttribute("tabindex", "-1");
    heading.current?.focus();
  }, [stepId, hasProblem]);
  return heading;
}
