import { type ComponentType, lazy, useEffect, useRef } from "react";
import { useActionData, useLoaderData, useNavigation } from "react-router";
import { showToast } from "../ui/toast-store.ts";
import { focusHeading, focusIsLost } from "../ui/focus-heading.ts";
import type { QuestionFieldProps } from "./questions/question-field.tsx";
import { RunScreen } from "./run-screen.tsx";
import type { Tool } from "./tool.ts";
import type { clientAction } from "./tool-client-action.ts";
import type { loader } from "./tool-requests.server.ts";

// A page begins without the screens that come later: each is loaded one screen before it is needed.
const processingScreen = async () => ({ default: (await import("./processing-screen.tsx")).ProcessingScreen });
const resultScreen = async () => ({ default: (await import("./result-screen.tsx")).ResultScreen });
const [ProcessingScreen, ResultScreen] = [lazy(processingScreen), lazy(resultScreen)];

interface ToolPageProps {
  tool: Tool;
  /** The control of a question; null for a tool that asks none, whose page is sent without them. */
  Question: ComponentType<QuestionFieldProps> | null;
}

/** A tool's page: the photo and the steps, the work, its result. */
export function ToolPage({ tool, Question }: ToolPageProps) {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof clientAction>();
  const busy = useNavigation().state !== "idle";
  useArrival(tool, shown.screen);
  const next =
    shown.screen === "processing" ? resultScreen : shown.screen === "run" && shown.draft ? processingScreen : null;
  useEffect(() => {
    // Without a line now, it is asked for again when it is shown.
    next?.().catch(() => {});
  }, [next]);
  switch (shown.screen) {
    case "processing":
      return <ProcessingScreen tool={tool} {...shown} />;
    case "result":
      return <ResultScreen tool={tool} {...shown} />;
    case "run": {
      const told = { photoProblem: null, given: shown.preset, lost: null, ...answer };
      return <RunScreen key={tool.id} tool={tool} Question={Question} {...shown} {...told} busy={busy} />;
    }
  }
}

/** Says so when the result comes while one is looking; who comes later reads it on the page. */
function useArrival(tool: Tool, screen: string) {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    if (before.current === "processing" && screen === "result") {
      showToast({ kind: "success", title: tool.completeTitle ?? "Transformation complete!", text: "" });
    }
    before.current = screen;
    // The result comes by itself, without a navigation.
    if (focusIsLost()) focusHeading({ preventScroll: true });
  }, [tool, screen]);
}
