import { useEffect, useRef } from "react";
import { useActionData, useLoaderData, useNavigation } from "react-router";
import { showToast } from "../../ui/toasts/toast-store.ts";
import { focusHeading, focusIsLost } from "../../ui/focus-heading.ts";
import { loadScreen, ProcessingScreen, ResultScreen } from "./lazy-screens.ts";
import { RunScreen } from "./run-screen.tsx";
import type { Tool } from "../tool.ts";
import type { clientAction } from "./tool-client-action.ts";
import type { loader } from "./tool-requests.server.ts";

export function ToolPage({ tool }: { tool: Tool }) {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof clientAction>();
  const busy = useNavigation().state !== "idle";
  useArrival(tool, shown.screen);
  const begun = shown.screen === "run" && shown.draft !== null;
  useEffect(() => {
    if (shown.screen === "processing") loadScreen("result");
    if (begun) for (const next of ["step", "processing"] as const) loadScreen(next);
  }, [shown.screen, begun]);
  switch (shown.screen) {
    case "processing":
      return <ProcessingScreen tool={tool} {...shown} />;
    case "result":
      return <ResultScreen tool={tool} {...shown} />;
    case "run": {
      const told = { photoProblem: null, given: shown.preset, lost: null, ...answer };
      return <RunScreen key={tool.id} tool={tool} {...shown} {...told} busy={busy} />;
    }
  }
}

/** Toast when the result arrives while the page is open. */
function useArrival(tool: Tool, screen: string) {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    if (before.current === "processing" && screen === "result") {
      showToast({ kind: "success", title: tool.completeTitle ?? "Transformation complete!", text: "" });
    }
    before.current = screen;
    // The result arrives without a navigation.
    if (focusIsLost()) focusHeading({ preventScroll: true });
  }, [tool, screen]);
}
