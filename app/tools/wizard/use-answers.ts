import { useMemo, useState } from "react";
import { type AnswerProblem, withPresets } from "../answers.ts";
import type { Answers, Tool } from "../tool.ts";

/** What the last POST of a step answered: the answers as they were sent, and what is wrong with them. */
export interface Given {
  answers: Answers;
  problems: AnswerProblem[];
}

/** A run's answers on the page: the server's to begin with and when it found something wrong, then the page's own. */
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
    /** What was wrong when it was last looked at. */
    found,
    find,
    /** What of that was not answered anew since. */
    problems: useMemo(() => found.filter(({ field }) => !mended.has(field)), [found, mended]),
    mend: (field: string) => setMended(new Set(mended).add(field)),
  };
}

const nothing: ReadonlySet<string> = new Set();
