import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator, useSearchParams } from "react-router";
import { answered, type AnswerProblem, problemsIn, withPresets } from "./answers.ts";
import type { Draft } from "./draft.server.ts";
import { saveRun } from "./save-run.ts";
import { neighboursOf, stepsFor, stepUrl } from "./steps.ts";
import type { Answers, Step, Tool } from "./tool.ts";
import { problemWith, usePhotoUpload } from "./use-photo-upload.ts";

/** What the last POST of a step answered: the answers as they were sent, and what is wrong with them. */
export interface Given {
  answers: Answers;
  problems: AnswerProblem[];
}

/** Answers are saved this long after the last change, ms. */
const saveAfterMs = 700;

/**
 * A run through a tool on the page. The answers live here and are saved behind it, so that another step costs no round
 * trip; the photo is sent while they are given. Without scripts the same steps are pages, and none of this runs.
 */
export function useToolRun(tool: Tool, draft: Draft | null, given: Given | null) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [ownId, setOwnId] = useState<string | null>(null);
  const named = query.get("draft");
  // A run begun on this page is known here before the server has heard of it.
  const draftId = named !== null && (named === draft?.id || named === ownId) ? named : null;
  const { answers, setAnswers, problems, setProblems } = useAnswers(tool, { draft, draftId, ownId, given });
  const step = draftId ? (stepsFor(tool, answers).find(({ id }) => id === query.get("step")) ?? null) : null;
  const saving = useSaving(tool, draftId, answers);

  // The photo arrives later, in whatever run this page shows then.
  const runId = draftId ?? ownId;
  const keep = async (photo: string) => {
    if (!runId || !(await saving.now(runId, photo))) return false;
    void revalidate();
    return true;
  };
  const failureTitle = tool.bar === "climbing" ? "Compression failed" : "Error processing image";
  const { upload, refusal, choose } = usePhotoUpload(keep, failureTitle);

  const go = (to: Step | null, id = draftId) => {
    setProblems([]);
    if (id) void navigate(stepUrl(tool, id, to?.id), { preventScrollReset: false });
  };
  return {
    draftId,
    step,
    answers,
    problems,
    upload,
    /** What is wrong with the file chosen last. */
    refusal,
    /** Takes a photo; the first one that can be used begins the run and leads to its first step. */
    choosePhoto: (file: File) => {
      if (!draftId && !problemWith(file)) {
        const id = crypto.randomUUID();
        setOwnId(id);
        go(tool.steps[0] ?? null, id);
      }
      void choose(file);
    },
    change: (name: string, value: string) => {
      if (!step) return;
      setAnswers(answered(step, answers, { [name]: value }));
      setProblems(problems.filter(({ field }) => field !== name));
    },
    /** To the step after this one. True when that was done here; false when the server is needed. */
    goOn: (): boolean => {
      if (!step) return false;
      const found = problemsIn(step, answers);
      setProblems(found);
      if (found.length) return true;
      const { after } = neighboursOf(tool, answers, step.id);
      if (after) go(after);
      return after !== null;
    },
    /** To the step before. False when the server is needed, which forgets a run that is begun anew. */
    goBack: (): boolean => {
      if (!step) return false;
      const { before } = neighboursOf(tool, answers, step.id);
      if (before) go(before);
      return before !== null;
    },
  };
}

export type ToolRun = ReturnType<typeof useToolRun>;

interface Sources {
  draft: Draft | null;
  draftId: string | null;
  ownId: string | null;
  given: Given | null;
}

/** The answers: the server's when another run is shown or it found something wrong, otherwise this page's own. */
function useAnswers(tool: Tool, { draft, draftId, ownId, given }: Sources) {
  const fresh = () => withPresets(tool, given?.answers ?? (draftId ? draft?.answers : null) ?? {});
  const [answers, setAnswers] = useState(fresh);
  const [problems, setProblems] = useState<AnswerProblem[]>(given?.problems ?? []);
  const [shown, setShown] = useState({ draftId, given });
  if (shown.draftId !== draftId || shown.given !== given) {
    setShown({ draftId, given });
    if (given && given !== shown.given) {
      setAnswers(fresh());
      setProblems(given.problems);
    } else if (draftId !== shown.draftId && draftId !== ownId) {
      setAnswers(fresh());
      setProblems([]);
    }
  }
  return { answers, setAnswers, problems, setProblems };
}

/** Saves what changed a moment later, and at once when the page is left. */
function useSaving(tool: Tool, draftId: string | null, answers: Answers) {
  const saved = useRef(answers);
  const latest = useRef(answers);
  useEffect(() => {
    latest.current = answers;
  }, [answers]);
  const now = useCallback(
    async (draftId: string, photo?: string) => {
      const sent = latest.current;
      const ok = await saveRun(tool, { draftId, answers: sent, ...(photo ? { photo } : {}) });
      if (ok) saved.current = sent;
      return ok;
    },
    [tool],
  );
  useEffect(() => {
    if (!draftId || saved.current === answers) return;
    const timer = setTimeout(() => void now(draftId), saveAfterMs);
    return () => clearTimeout(timer);
  }, [draftId, answers, now]);
  useEffect(() => {
    if (!draftId) return;
    const leave = () =>
      void (document.visibilityState === "hidden" && saved.current !== latest.current && now(draftId));
    document.addEventListener("visibilitychange", leave);
    return () => document.removeEventListener("visibilitychange", leave);
  }, [draftId, now]);
  return { now };
}
