import { useEffect, useRef } from "react";
import { useActionData, useLoaderData, useNavigation } from "react-router";
import { showToast } from "../../ui/toasts/toast.tsx";
import { focusHeading, focusIsLost } from "../../ui/route-announcer.tsx";
import { loadScreen, ProcessingScreen, ResultScreen } from "./lazy-screens.ts";
import { RunScreen } from "./run-screen.tsx";
import type { Tool } from "../tool.ts";
import type { clientAction } from "./tool-client-action.ts";
import type { loader } from "./tool-requests.server.ts";

export function ToolPage({ tool }: { tool: Tool }) {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof clientAction>();
  const busy = useNavigation().state !== "idle";
  useArrival(tool, page.screen);
  const hasDraft = page.screen === "run" && page.draft !== null;
  useEffect(() => {
    if (page.screen === "processing") loadScreen("result");
    if (hasDraft) for (const next of ["step", "processing"] as const) loadScreen(next);
  }, [page.screen, hasDraft]);
  switch (page.screen) {
    case "processing":
      return <ProcessingScreen tool={tool} {...page} />;
    case "result":
      return <ResultScreen tool={tool} {...page} />;
    case "run": {
      const { lost, ...form } = { photoProblem: null, submitted: page.preset, lost: null, ...answer };
      return <RunScreen key={tool.id} tool={tool} {...page} {...form} connectionError={lost} busy={busy} />;
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
