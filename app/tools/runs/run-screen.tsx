import { type ComponentProps, useEffect, useRef, useState } from "react";
import { focusHeading, focusIsLost } from "../../ui/route-announcer.tsx";
import type { Tool } from "../tool.ts";
import { preloadResult, ProcessingScreen, ResultScreen } from "../wizard/later-screens.ts";

type RunPage =
  | ({ screen: "processing" } & Omit<ComponentProps<typeof ProcessingScreen>, "tool">)
  | ({ screen: "result" } & Omit<ComponentProps<typeof ResultScreen>, "tool" | "arrives">);

/** A started transformation. */
export function RunScreen({ tool, page }: { tool: Tool; page: RunPage }) {
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
