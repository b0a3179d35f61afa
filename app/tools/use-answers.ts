import { useState } from "react";
import { type AnswerProblem, withPresets } from "./answers.ts";
import type { Answers, Tool } from "./tool.ts";

/** What the last POST of a step answered: the answers as they were sent, and what is wrong with them. */
export interface Given {
  answers: Answers;
  problems: AnswerProblem[];
}

/** A run's answers on the page: the server's to begin with and when it found something wrong, then the page's own. */
export function useAnswers(tool: Tool, begin: Answers, given: Given | null) {
  const [answers, setAnswers] = useState(() => withPresets(tool, given?.answers ?? begin));
  const [problems, setProblems] = useState<AnswerProblem[]>(given?.problems ?? []);
  const [shown, setShown] = useState(given);
  if (given !== shown) {
    setShown(given);
    if (given) {
      setAnswers(withPresets(tool, given.answers));
      setProblems(given.problems);
    }
  }
  return { answers, setAnswers, problems, setProblems };
}
