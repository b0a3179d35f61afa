import { useNavigate, useRevalidator, useSearchParams } from "react-router";
import { type AnswerProblem, answered, problemsIn } from "../answers.ts";
import type { ChosenPreset } from "../presets/preset-choice.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import { needsSubject, neighboursOf, stepsFor, stepUrl } from "./steps.ts";
import type { Step, Tool } from "../tool.ts";
import { type SubmittedStep, useAnswers } from "./use-answers.ts";
import { problemWith, usePhotoUpload } from "./use-photo-upload.ts";
import { useAutosave } from "./use-autosave.ts";
import { useSharedPhoto } from "./use-shared-photo.ts";

interface RunOptions {
  tool: Tool;
  draft: Draft | null;
  submitted: SubmittedStep | null;
  preset: ChosenPreset | null;
  /** Draft begun on this page, and how to begin and drop one. */
  ownId: string | null;
  onStart: (id: string) => void;
  forget: () => void;
}

/**
 * A draft on the page: answers are local and autosaved, so steps need no round trip. Without scripts steps are pages.
 */
export function useToolRun({ tool, draft, submitted, preset, ownId, onStart, forget }: RunOptions) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const named = query.get("draft");
  const draftId = named !== null && (named === draft?.id || named === ownId) ? named : null;
  const runId = draftId ?? ownId;
  const reset = query.has("reset") ? (tool.resetAnswers ?? {}) : {};
  const {
    answers,
    setAnswers,
    found: allProblems,
    find,
    problems,
    mend,
  } = useAnswers(tool, draft?.answers ?? reset, submitted);
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

  const go = (to: Step | null, id = runId, problems: AnswerProblem[] = []) => {
    find(problems);
    if (id) void navigate(stepUrl(tool, id, to?.id));
  };
  /** The first step, or where the preset leads. */
  const start = (id: string) =>
    go(tool.steps.find((each) => each.id === preset?.step) ?? tool.steps[0] ?? null, id, preset?.problems);
  const choosePhoto = (file: File) => {
    const id = runId ?? crypto.randomUUID();
    void choose(file, id);
    if (runId || problemWith(file)) return;
    onStart(id);
    start(id);
  };
  useSharedPhoto(choosePhoto, upload.phase);
  return {
    /** The draft in the URL. */
    draftId,
    runId,
    step,
    presetId: preset?.id,
    answers,
    problems,
    /** A new array after each check. */
    found: allProblems,
    upload,
    /** From this device or the server. */
    advice: advice ?? (upload.phase === "idle" || upload.phase === "arrived" ? draft?.photo?.advice : null) ?? [],
    refusal,
    choosePhoto,
    change: (name: string, value: string) => {
      if (!step) return;
      setAnswers(answered(step, answers, { [name]: value }));
      mend(name);
    },
    /** False when the server is needed. */
    goOn: (): boolean => {
      if (!step) return false;
      const found = problemsIn(step, answers);
      find(found);
      if (found.length) return true;
      const { after } = neighboursOf(tool, answers, step.id);
      if (after) go(after);
      return after !== null;
    },
    /** Continues with the preset's answers. */
    goWithPreset: () => {
      if (!runId) return;
      void saving.now(runId);
      start(runId);
    },
    /** False when the server is needed: to start over, or for a batch. */
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
    /** Stops autosave: the last step sends every answer. */
    sendsAll: saving.stop,
  };
}

export type ToolRun = ReturnType<typeof useToolRun>;
