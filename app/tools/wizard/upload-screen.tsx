import { useMemo } from "react";
import { Link } from "react-router";
import { BackLink } from "../../ui/back-link.tsx";
import { ErrorSummary, type FormProblem } from "../../ui/error-summary.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { GemBalance } from "./gem-balance.tsx";
import { ToolSteps } from "./how-it-works.tsx";
import { FailureNotice, preloadSteps, PresetChoice, StepForm } from "./later-screens.ts";
import { PhotoPanel } from "./photo-panel.tsx";
import { StepList } from "./step-list.tsx";
import { isGuided, stepCount, stepUrl } from "./steps.ts";
import { useWizard } from "./wizard.tsx";

export function UploadScreen() {
  const {
    tool,
    draft,
    draftId,
    failure,
    photoProblem,
    upload,
    gems,
    presets,
    preset,
    notice,
    retainsOriginals,
    photoIsMissing,
  } = useWizard();
  const problems = useMemo<FormProblem[]>(
    () => (photoProblem ? [{ field: "image", message: photoProblem }] : []),
    [photoProblem],
  );
  const first = tool.steps[0];
  const where = isGuided(tool) ? `Step 1 of ${stepCount(tool)}: ` : "";
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle
        failed={Boolean(photoProblem) || (failure?.neededNothing === false && !failure.cancelled)}
      >{`${where}${tool.title}`}</PageTitle>
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
          {failure && !photoProblem ? <FailureNotice {...failure} /> : null}
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:items-start lg:gap-12">
        {/* The next screen loads while the member picks a photo. */}
        <PhotoPanel onChooserOpen={preloadSteps} />
        <div className="grid grid-cols-1 gap-6">
          <GemBalance gems={gems} buyFor={draftId ? stepUrl(tool, draftId) : tool.path} />
          {presets.length ? <PresetChoice /> : null}
          <ToolSteps tool={tool} retainsOriginals={retainsOriginals} />
          <Link
            className="inline-flex min-h-tap min-w-tap items-center font-medium"
            to={`batch${preset ? `?preset=${preset.id}` : ""}`}
          >
            Several photos at once
          </Link>
          {!isGuided(tool) && draft?.photo && first ? (
            <>
              {notice ? <p className="panel text-sm">{notice}</p> : null}
              <StepForm step={first} />
            </>
          ) : draftId && first && !preset && (draft?.photo || "src" in upload) ? (
            <div className="action-bar">
              <Link className="btn btn-lg btn-primary" to={stepUrl(tool, draftId, first.id)}>
                Continue
              </Link>
            </div>
          ) : !isGuided(tool) && upload.phase === "idle" && !draft?.photo ? (
            <div className="action-bar no-js:hidden">
              <button className="btn btn-primary" type="button" onClick={photoIsMissing}>
                {tool.action}
              </button>
            </div>
          ) : null}
        </div>
      </div>
    </main>
  );
}
