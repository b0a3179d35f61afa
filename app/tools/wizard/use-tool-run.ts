import { useNavigate, useRevalidator, useSearchParams } from "react-router";
import { type AnswerProblem, answered, problemsIn } from "../answers.ts";
import type { ChosenPreset } from "../presets/preset-choice.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import { needsSubject, neighboursOf, stepsFor, stepUrl } from "./steps.ts";
import type { Step, Tool } from "../tool.ts";
import { type Given, useAnswers } from "./use-answers.ts";
import { problemWith, usePhotoUpload } from "./use-photo-upload.ts";
import { useAutosave } from "./use-autosave.ts";
import { useSharedPhoto } from "./use-shared-photo.ts";

interface RunOptions {
  tool: Tool;
  /** As the server knows it; null for a run it has not heard of. */
  draft: Draft | null;
  given: Given | null;
  preset: ChosenPreset | null;
  /** The id of a run begun on this page, and how one is begun and forgotten. */
  ownId: string | null;
  begin: (id: string) => void;
  forget: () => void;
}

/**
 * A run through a tool on the page. The answers live here and are saved behind it, so that another step costs no round
 * trip; the photo is sent while they are given. Without scripts the same steps are pages, and none of this runs.
 */
export function useToolRun({ tool, draft, given, preset, ownId, begin, forget }: RunOptions) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const named = query.get("draft");
  const draftId = named !== null && (named === draft?.id || named === ownId) ? named : null;
  const runId = draftId ?? ownId;
  const reset = query.has("reset") ? (tool.resetAnswers ?? {}) : {};
  const { answers, setAnswers, found, find, problems, mend } = useAnswers(tool, draft?.answers ?? reset, given);
  const step = draftId ? (stepsFor(tool, answers).find(({ id }) => id === query.get("step")) ?? null) : null;
  const saving = useAutosave(tool, runId, answers);
  const { upload, advice, refusal, choose } = usePhotoUpload(
    async (id, photo) => {
      const outcome = await saving.now(id, photo);
      if (outcome.saving === "saved") void revalidate();
      return outcome;
    },
    {
      failureTitle: tool.bar === "climbing" ? "Compression failed" : "Error processing image",
      forSubject: needsSubject(tool),
    },
  );

  const go = (to: Step | null, id = runId, wrong: AnswerProblem[] = []) => {
    find(wrong);
    if (id) void navigate(stepUrl(tool, id, to?.id));
  };
  /** To the first step, or with a preset to where it leads. */
  const start = (id: string) =>
    go(tool.steps.find((each) => each.id === preset?.step) ?? tool.steps[0] ?? null, id, preset?.problems);
  const choosePhoto = (file: File) => {
    const id = runId ?? crypto.randomUUID();
    void choose(file, id);
    if (runId || problemWith(file)) return;
    begin(id);
    start(id);
  };
  useSharedPhoto(choosePhoto, upload.phase);
  return {
    /** The run the URL names. */
    draftId,
    /** That one, or the one begun on this page, to which one can go on from the upload. */
    runId,
    step,
    /** Chosen for it on the upload. */
    presetId: preset?.id,
    answers,
    problems,
    /** Another array whenever the answers were looked at again. */
    found,
    upload,
    /** What may be worth knowing of the photo, as far as this device or the server can tell by now. */
    advice: advice ?? (upload.phase === "idle" || upload.phase === "arrived" ? draft?.photo?.advice : null) ?? [],
    /** What is wrong with the file chosen last. */
    refusal,
    /** Takes a photo; the first one that can be used begins the run and leads to its first step. */
    choosePhoto,
    change: (name: string, value: string) => {
      if (!step) return;
      setAnswers(answered(step, answers, { [name]: value }));
      mend(name);
    },
    /** To the step after this one. True when that was done here; false when the server is needed. */
    goOn: (): boolean => {
      if (!step) return false;
      const wrong = problemsIn(step, answers);
      find(wrong);
      if (wrong.length) return true;
      const { after } = neighboursOf(tool, answers, step.id);
      if (after) go(after);
      return after !== null;
    },
    /** On from the upload with what the preset answers, which is saved behind the page. */
    goWithPreset: () => {
      if (!runId) return;
      void saving.now(runId);
      start(runId);
    },
    /** To the step before. False when the server is needed: to begin anew, and for the photos of a run over several. */
    goBack: (): boolean => {
      if (!step) return false;
      const { before } = neighboursOf(tool, answers, step.id);
      if (!before && (tool.backResets || draft?.photos.length)) {
        saving.stop();
        forget();
        return false;
      }
      go(before);
      return true;
    },
    /** The last step is on its way with every answer: an older save must not come after it. */
    sendsAll: saving.stop,
  };
}

export type ToolRun = ReturnType<typeof useToolRun>;
