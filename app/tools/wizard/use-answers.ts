import { useMemo, useState } from "react";
import { type AnswerProblem, withPresets } from "../answers.ts";
import type { Answers, Tool } from "../tool.ts";

/** The last POST: answers as sent, and their errors. */
export interface SubmittedStep {
  answers: Answers;
  problems: AnswerProblem[];
}

export function useAnswers(tool: Tool, initial: Answers, submitted: SubmittedStep | null) {
  const [answers, setAnswers] = useState(() => withPresets(tool, submitted?.answers ?? initial));
  const [allProblems, setAllProblems] = useState<AnswerProblem[]>(submitted?.problems ?? []);
  const [mended, setMended] = useState<ReadonlySet<string>>(noFields);
  const [shownSubmission, setShownSubmission] = useState(submitted);
  const find = (problems: AnswerProblem[]) => {
    setAllProblems(problems);
    setMended(noFields);
  };
  if (submitted !== shownSubmission) {
    setShownSubmission(submitted);
    if (submitted) {
      setAnswers(withPresets(tool, submitted.answers));
      find(submitted.problems);
    }
  }
  return {
    answers,
    setAnswers,
    /** Errors of the last check. */
    found: allProblems,
    find,
    /** Without those answered since. */
    problems: useMemo(() => allProblems.filter(({ field }) => !mended.has(field)), [allProblems, mended]),
    mend: (field: string) => setMended(new Set(mended).add(field)),
  };
}

const noFields: ReadonlySet<string> = new Set();
