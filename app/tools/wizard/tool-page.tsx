import { type ComponentProps, type ComponentType, lazy, useEffect, useMemo, useRef, useState } from "react";
import { type ClientActionFunctionArgs, Link, useLoaderData, useLocation, useRouteError } from "react-router";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { retryWhenOnline } from "../../server/http/connection/connection-errors.ts";
import { FailedPage } from "../../ui/error-pages/error-pages.tsx";
import { type Tool, toolFor } from "../tool.ts";
import type { action, loader } from "./tool-requests.server.ts";
import { useWizard, WizardProvider } from "./wizard.tsx";
import { focusHeading, focusIsLost } from "../../ui/navigation-progress.tsx";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { ErrorSummary, type FormProblem } from "../../ui/error-summary.tsx";
import { GemBalance } from "./gem-balance.tsx";
import { StepList, ToolSteps } from "./step-list.tsx";
import { PhotoPanel } from "./photo-panel.tsx";
import { loadUploading } from "./photo-upload.ts";
import { isGuided, stepCount, stepUrl } from "./steps.ts";

const loadSteps = () => import("./step-screen.tsx");
const loadProcessing = () => import("../runs/processing-screen.tsx");
const loadResult = () => import("../result/result-screen.tsx");

/** Offline, its display waits for the connection. */
const later = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await retryWhenOnline(load) }));

const StepScreen = later(async () => (await loadSteps()).StepScreen);
/** A tool without questions shows it beside the upload. */
const StepForm = later(async () => (await loadSteps()).StepForm);
const FailureNotice = later(async () => (await import("../runs/failure-notice.tsx")).FailureNotice);
/** Few members have presets. */
const PresetChoice = later(async () => (await import("../presets/preset-links.tsx")).PresetChoice);
const ProcessingScreen = later(async () => (await loadProcessing()).ProcessingScreen);
const ResultScreen = later(async () => (await loadResult()).ResultScreen);

/** Fetches the steps and the upload ahead. Idempotent, so that rendering may call it. */
function preloadSteps() {
  loadSteps().catch(() => {});
  loadUploading().catch(() => {});
}

const preloadProcessing = () => void loadProcessing().catch(() => {});
const preloadResult = () => void loadResult().catch(() => {});

export function clientAction(args: ClientActionFunctionArgs) {
  const connectionError = "The connection was lost. Please check it and try again: nothing is charged twice.";
  return onlineAction<typeof action>(args, connectionError);
}

export function ToolPage({ tool: whole }: { tool: Tool }) {
  const page = useLoaderData<typeof loader>();
  const tool = useMemo(() => toolFor(whole, page.generative), [whole, page.generative]);
  if (page.screen !== "run") return <RunScreen tool={tool} page={page} />;
  return (
    <WizardProvider key={tool.id} tool={tool} page={page}>
      <WizardScreen />
    </WizardProvider>
  );
}

function WizardScreen() {
  const { draft, step } = useWizard();
  if (draft) {
    preloadSteps();
    preloadProcessing();
  }
  return step ? <StepScreen step={step} /> : <UploadScreen />;
}

/** Reads the error itself: React Router passes none to a re-exported boundary. */
export function ErrorBoundary() {
  const { search } = useLocation();
  const hint = new URLSearchParams(search).has("draft") ? savedDraftHint : undefined;
  return <FailedPage error={useRouteError()} reassurance={hint} />;
}

const savedDraftHint = "Your photo and choices are saved, and nothing is charged twice.";

type RunPage =
  | ({ screen: "processing" } & Omit<ComponentProps<typeof ProcessingScreen>, "tool">)
  | ({ screen: "result" } & Omit<ComponentProps<typeof ResultScreen>, "tool" | "arrives">);

/** A started transformation. */
function RunScreen({ tool, page }: { tool: Tool; page: RunPage }) {
  const { id } = page.transformation;
  const processing = page.screen === "processing";
  const [waitedFor, waitFor] = useState(processing ? id : null);
  if (processing && waitedFor !== id) waitFor(id);
  const arrives = !processing && waitedFor === id;
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!arrives) return;
    // The result arrives without a navigation: the focus announces its heading, or else this status does.
    if (focusIsLost()) focusHeading({ preventScroll: true });
    else if (status.current) status.current.textContent = tool.completeTitle ?? "Transformation complete!";
  }, [tool, arrives]);
  if (processing) preloadResult();
  return (
    <>
      {processing ? (
        <ProcessingScreen key={id} tool={tool} {...page} />
      ) : (
        <ResultScreen tool={tool} arrives={arrives} {...page} />
      )}
      <p className="sr-only" role="status" ref={status} />
    </>
  );
}

function UploadScreen() {
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
              <Link className="btn-lg btn-primary" to={stepUrl(tool, draftId, first.id)}>
                Continue
              </Link>
            </div>
          ) : !isGuided(tool) && upload.phase === "idle" && !draft?.photo ? (
            <div className="action-bar no-js:hidden">
              <button className="btn-primary" type="button" onClick={photoIsMissing}>
                {tool.action}
              </button>
            </div>
          ) : null}
        </div>
      </div>
    </main>
  );
}
