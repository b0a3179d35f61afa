import type { Draft } from "./draft.server.ts";
import { StepScreen } from "./step-screen.tsx";
import type { Tool } from "./tool.ts";
import { UploadScreen } from "./upload-screen.tsx";
import { type Given, useToolRun } from "./use-tool-run.ts";

export interface RunScreenProps {
  tool: Tool;
  draft: Draft | null;
  /** Why the last attempt with this draft failed, in the tool's words. */
  failure: { title: string; text: string } | null;
  /** What was wrong with the photo just sent. */
  photoProblem: string | null;
  /** What was wrong with the answers just sent. */
  given: Given | null;
  /** That the line broke, when it did. */
  lost: string | null;
  busy: boolean;
  /** Whether the engine can draw what is not in the photo. */
  generative: boolean;
  /** To whom the photo goes, said once before the first one does. */
  notice: string | null;
}

/** A run before its gem is spent: the photo first, then one step after the other. */
export function RunScreen(props: RunScreenProps) {
  const run = useToolRun(props.tool, props.draft, props.given);
  return run.step ? <StepScreen {...props} run={run} step={run.step} /> : <UploadScreen {...props} run={run} />;
}
