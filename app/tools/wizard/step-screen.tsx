import { useCallback, useMemo, useRef } from "react";
import { useNavigationType } from "react-router";
import { BackLink } from "../../ui/back-link.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { FailureNotice } from "../runs/failure-notice.tsx";
import type { Step } from "../tool.ts";
import { GemBalance } from "./gem-balance.tsx";
import { ToolSteps } from "./how-it-works.tsx";
import { PhotoPanel } from "./photo-panel.tsx";
import { StepForm } from "./step-form.tsx";
import { StepList } from "./step-list.tsx";
import { isGuided, neighboursOf, placeOf, stepUrl, titleOf } from "./steps.ts";
import { useWizard } from "./wizard.tsx";

export function StepScreen({ step }: { step: Step }) {
  const wizard = useWizard();
  const { tool, draft, namedId, answers, failure, photoProblem, connectionError, found, gems, notice } = wizard;
  const problems = [
    ...(photoProblem ? [{ field: "image", message: photoProblem }] : []),
    ...(connectionError ? [{ message: connectionError }] : []),
    ...wizard.problems,
  ];
  const checked = useMemo(() => ({ photoProblem, connectionError, found }), [photoProblem, connectionError, found]);
  const guided = isGuided(tool);
  const title = titleOf(step, answers);
  const { number, of } = placeOf(tool, step.id);
  const where = guided ? `Step ${number} of ${of}: ` : "";
  const heading = useFocusOnStep(step.id, problems.length > 0 || failure !== null);
  const { before, after } = neighboursOf(tool, answers, step.id);
  const last = after === null;
  return (
    <main id="main" className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 px-gutter pt-6 pb-16">
      <PageTitle failed={problems.length > 0 || failure?.neededNothing === false}>
        {guided ? `${where}${title} · ${tool.title}` : title}
      </PageTitle>
      {guided ? <StepList tool={tool} number={number} /> : <BackLink to="/dashboard">Dashboard</BackLink>}
      <ErrorSummary problems={problems} found={checked} />
      {failure && !problems.length ? <FailureNotice {...failure} /> : null}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:items-start lg:gap-12">
        <PhotoPanel compact={guided} aside={before !== null && !last} />
        <div className="grid grid-cols-1 gap-6">
          <div className="grid grid-cols-1 gap-2">
            <h1 key={step.id} ref={heading}>
              <span className="sr-only">{where}</span>
              {title}
            </h1>
            {guided ? null : <p className="max-w-measure text-lg text-ink-2">{tool.lede}</p>}
            {step.hint ? <p className="text-ink-2">{step.hint}</p> : null}
            {step.withoutModel && !wizard.generative ? <p className="panel text-sm">{step.withoutModel}</p> : null}
          </div>
          {guided ? null : <ToolSteps tool={tool} retainsOriginals={wizard.retainsOriginals} />}
          {last ? (
            <GemBalance gems={gems} uses={draft?.photos.length || 1} buyFor={stepUrl(tool, namedId ?? "", step.id)} />
          ) : null}
          {last && notice ? <p className="panel text-sm">{notice}</p> : null}
          <StepForm key={step.id} step={step} />
        </div>
      </div>
    </main>
  );
}

/** For the heading, whose key is the step: focuses it, unless an error or a notice takes the focus. */
function useFocusOnStep(stepId: string, hasProblem: boolean) {
  // A loaded page starts at its first step anyway; a redirect does not.
  const shownStep = useRef(useNavigationType() === "POP" ? stepId : null);
  return useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (!heading || shownStep.current === stepId) return;
      shownStep.current = stepId;
      if (hasProblem) return;
      heading.setAttribute("tabindex", "-1");
      heading.focus();
    },
    [stepId, hasProblem],
  );
}
