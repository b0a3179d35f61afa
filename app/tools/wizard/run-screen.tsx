import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Failed } from "../runs/failure-messages.ts";
import { StepScreen } from "./lazy-screens.ts";
import type { PresetChoice } from "../presets/preset-choice.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import type { Tool } from "../tool.ts";
import { UploadScreen } from "./upload-screen.tsx";
import type { SubmittedStep } from "./use-answers.ts";
import { useToolRun } from "./use-tool-run.ts";

export interface RunScreenProps {
  tool: Tool;
  draft: Draft | null;
  /** Why the draft's last attempt failed. */
  failure: Failed | null;
  /** Error of the posted photo. */
  photoProblem: string | null;
  submitted: SubmittedStep | null;
  connectionError: string | null;
  busy: boolean;
  /** True when the image generator can add to the photo. */
  generative: boolean;
  retainsOriginals: boolean;
  /** Names the recipient before the member's first photo is sent. */
  notice: string | null;
  /** Only for the upload screen. */
  presets: PresetChoice["presets"];
  preset: PresetChoice["preset"];
}

/** A draft's screens. A draft begun here keeps its state while navigating; another one starts from the server's. */
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
      // Another step's failure is no longer in the query.
      failure={query.has("failed") ? props.failure : null}
      ownId={isOwn ? own.id : null}
      onStart={(id) => setOwn(({ count }) => ({ id, count }))}
      forget={() => setOwn(({ count }) => ({ id: null, count: count + 1 }))}
    />
  );
}

interface RunProps extends RunScreenProps {
  ownId: string | null;
  onStart: (id: string) => void;
  forget: () => void;
}

function Run(props: RunProps) {
  const run = useToolRun(props);
  return run.step ? <StepScreen {...props} run={run} step={run.step} /> : <UploadScreen {...props} run={run} />;
}
