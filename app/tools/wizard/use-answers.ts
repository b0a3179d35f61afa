import { useMemo, useState } from "react";
import { type AnswerProblem, withPresets } from "../answers.ts";
import type { Answers, Tool } from "../tool.ts";

/** The last POST: answers as sent, and their errors. */
export interface Given {
  answers: Answers;
  problems: AnswerProblem[];
}

export function useAnswers(tool: Tool, begin: Answers, given: Given | null) {
  const [answers, setAnswers] = useState(() => withPresets(tool, given?.answers ?? begin));
  const [found, setFound] = useState<AnswerProblem[]>(given?.problems ?? []);
  const [mended, setMended] = useState<ReadonlySet<string>>(nothing);
  const [shown, setShown] = useState(given);
  const find = (problems: AnswerProblem[]) => {
    setFound(problems);
    setMended(nothing);
  };
  if (given !== shown) {
    setShown(given);
    if (given) {
      setAnswers(withPresets(tool, given.answers));
      find(given.problems);
    }
  }
  return {
    answers,
    setAnswers,
    /** Errors of the last check. */
    found,
    find,
    /** Without those answered since. */
    problems: useMemo(() => found.filter(({ field }) => !mended.has(field)), [found, mended]),
    mend: (field: string) => setMended(new Set(mended).add(field)),
  };
}

const nothing: ReadonlySet<string> = new Set();
