import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Failed } from "../runs/failure-messages.ts";
import { StepScreen } from "./lazy-screens.ts";
import type { PresetChoice } from "../presets/preset-choice.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import type { Tool } from "../tool.ts";
import { UploadScreen } from "./upload-screen.tsx";
import type { Given } from "./use-answers.ts";
import { useToolRun } from "./use-tool-run.ts";

export interface RunScreenProps {
  tool: Tool;
  draft: Draft | null;
  /** Why the last attempt with this draft failed, in the tool's words. */
  failure: Failed | null;
  /** What was wrong with the photo just sent. */
  photoProblem: string | null;
  /** What was wrong with the answers just sent. */
  given: Given | null;
  /** That the line broke, when it did. */
  lost: string | null;
  busy: boolean;
  /** Whether the engine can draw what is not in the photo. */
  generative: boolean;
  /** Whether the member's originals stay beyond their days. */
  keepsOriginals: boolean;
  /** To whom the photo goes, said once before the first one does. */
  notice: string | null;
  /** The member's presets of this tool, and the one chosen. Only the upload shows them. */
  presets: PresetChoice["presets"];
  preset: PresetChoice["preset"];
}

/**
 * A run before its gem is spent: the photo first, then one step after the other. Each run has a state of its own: the
 * one begun on this page keeps it while one goes back and forward, another one begins with what the server knows.
 */
export function RunScreen(props: RunScreenProps) {
  const [own, setOwn] = useState<{ id: string | null; count: number }>({ id: null, count: 0 });
  const [query] = useSearchParams();
  const named = query.get("draft");
  const isOwn = named === null || named === own.id || named !== props.draft?.id;
  return (
    <Run
      key={isOwn ? `own ${own.count}` : named}
      {...props}
      draft={isOwn && props.draft?.id !== own.id ? null : props.draft}
      // Left behind by another step, the query no longer says that it failed.
      failure={query.has("failed") ? props.failure : null}
      ownId={isOwn ? own.id : null}
      begin={(id) => setOwn(({ count }) => ({ id, count }))}
      forget={() => setOwn(({ count }) => ({ id: null, count: count + 1 }))}
    />
  );
}

interface RunProps extends RunScreenProps {
  ownId: string | null;
  begin: (id: string) => void;
  forget: () => void;
}

function Run(props: RunProps) {
  const run = useToolRun(props);
  return run.step ? <StepScreen {...props} run={run} step={run.step} /> : <UploadScreen {...props} run={run} />;
}
