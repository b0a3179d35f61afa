import { type ComponentProps, useEffect, useMemo, useRef, useState } from "react";
import { type ClientActionFunctionArgs, useLoaderData, useLocation, useRouteError } from "react-router";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { FailedPage } from "../../ui/error-pages/error-pages.tsx";
import { type Tool, toolFor } from "../tool.ts";
import {
  preloadProcessing,
  preloadResult,
  preloadSteps,
  ProcessingScreen,
  ResultScreen,
  StepScreen,
} from "./later-screens.ts";
import type { action, loader } from "./tool-requests.server.ts";
import { UploadScreen } from "./upload-screen.tsx";
import { useWizard, WizardProvider } from "./wizard.tsx";
import { focusHeading, focusIsLost } from "../../ui/navigation-progress.tsx";

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
    // The result arrives without a navigation: its heading is heard by the focus, or where that is elsewhere, here.
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
