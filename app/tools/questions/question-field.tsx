import type { Answers, Question } from "../tool.ts";
import { ChoiceField } from "./choice-field.tsx";
import { ColourField } from "./colour-field.tsx";
import { FreeTextField } from "./free-text-field.tsx";
import { SliderField } from "./slider-field.tsx";
import { SubjectBoxField } from "./subject-box-field.tsx";

export interface QuestionFieldProps<Kind extends Question = Question> {
  question: Kind;
  value: string;
  answers: Answers;
  error: string | undefined;
  onChange: (value: string) => void;
  /** The photo as displayed. */
  photo: { src: string; width: number; height: number } | null;
}

export function QuestionField({ question, ...rest }: QuestionFieldProps) {
  switch (question.kind) {
    case "choice":
      return <ChoiceField question={question} {...rest} />;
    case "text":
      return <FreeTextField question={question} {...rest} />;
    case "slider":
      return <SliderField question={question} {...rest} />;
    case "colour":
      return <ColourField question={question} {...rest} />;
    case "subject-box":
      return <SubjectBoxField question={question} {...rest} />;
  }
}
