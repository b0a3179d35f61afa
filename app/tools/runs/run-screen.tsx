import { type ComponentProps, useEffect, useRef } from "react";
import { focusHeading, focusIsLost } from "../../ui/route-announcer.tsx";
import { showToast } from "../../ui/toasts/toast.tsx";
import type { Tool } from "../tool.ts";
import { preloadResult, ProcessingScreen, ResultScreen } from "../wizard/later-screens.ts";

type RunPage =
  | ({ screen: "processing" } & Omit<ComponentProps<typeof ProcessingScreen>, "tool">)
  | ({ screen: "result" } & Omit<ComponentProps<typeof ResultScreen>, "tool">);

/** A started transformation. */
export function RunScreen({ tool, page }: { tool: Tool; page: RunPage }) {
  const before = useRef(page.screen);
  useEffect(() => {
    if (before.current === page.screen) return;
    before.current = page.screen;
    if (page.screen !== "result") return;
    // The result arrives without a navigation.
    showToast({ kind: "success", title: tool.completeTitle ?? "Transformation complete!", text: "", repeats: true });
    if (focusIsLost()) focusHeading({ preventScroll: true });
  }, [tool, page.screen]);
  if (page.screen === "processing") preloadResult();
  return page.screen === "processing" ? (
    <ProcessingScreen key={page.transformation.id} tool={tool} {...page} />
  ) : (
    <ResultScreen tool={tool} {...page} />
  );
}
