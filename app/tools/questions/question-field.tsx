import type { Answers, Colour, FreeText, Question, Slider } from "../tool.ts";
import { ChoiceField } from "./choice-field.tsx";
import { SubjectBoxField } from "./subject-box-field.tsx";
import { FieldError } from "../../ui/error-summary.tsx";
import { maxTextLength } from "../answers.ts";

export interface QuestionFieldProps<Kind extends Question = Question> {
  question: Kind;
  value: string;
  answers: Answers;
  error: string | undefined;
  onChange: (value: string) => void;
  /** A tap, click or Space on an option; arrow keys only walk through them. */
  onPick?: (value: string) => void;
  /** The step's heading already names the question. */
  untitled?: boolean;
  /** Pictures of the options on the member's photo, by name. */
  previews?: ReadonlyMap<string, string | null>;
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

/** Six hex digits beside the native colour picker. Wrong input stays for correction. */
function ColourField({ question, value, error, onChange }: QuestionFieldProps<Colour>) {
  const { name, label } = question;
  return (
    <div className="field">
      <label className="text-sm font-strong" htmlFor={name}>
        {label}
      </label>
      <div className="flex items-center gap-3">
        <input
          className="size-13 flex-none cursor-pointer rounded-md bg-surface p-[0.2rem] [border:1px_solid_var(--color-line-strong)] no-js:hidden"
          type="color"
          aria-label={`${label}: pick`}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : "#000000"}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
        <input
          className="input max-w-[12rem]"
          id={name}
          name={name}
          value={value}
          maxLength={30}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && `${name}-error`, `${name}-hint`].filter(Boolean).join(" ")}
        />
      </div>
      <FieldError id={name} message={error} />
      <p className="text-sm wrap-anywhere text-ink-2" id={`${name}-hint`}>
        A colour code such as #3B82F6
      </p>
    </div>
  );
}

function FreeTextField({ question, value, error, onChange }: QuestionFieldProps<FreeText>) {
  const { name, label, hint } = question;
  const left = maxTextLength - value.length;
  const described = [error && `${name}-error`, `${name}-hint`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="text-sm font-strong" htmlFor={name}>
        {label}
      </label>
      <textarea
        className="input"
        id={name}
        name={name}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      <FieldError id={name} message={error} />
      <p className="text-sm wrap-anywhere text-ink-2" id={`${name}-hint`}>
        {hint} {left < 100 ? `${left} of ${maxTextLength} characters left.` : `At most ${maxTextLength} characters.`}
      </p>
    </div>
  );
}

/** A native range from 0 to 100 in steps of 10. */
function SliderField({ question, value, error, onChange }: QuestionFieldProps<Slider>) {
  const { name, label, words, hint } = question;
  const word = words.filter(([from]) => Number(value) >= from).at(-1)?.[1] ?? "";
  return (
    <div className="field">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="text-sm font-strong" htmlFor={name}>
          {label}
        </label>
        {/* The range itself says its value; an output would say it again. */}
        <output className="text-sm font-strong tabular-nums" htmlFor={name} aria-live="off">
          {word}, {value}%
        </output>
      </div>
      <input
        className={`range-input percent-${value}`}
        id={name}
        type="range"
        name={name}
        min="0"
        max="100"
        step="10"
        value={value}
        aria-valuetext={`${word}, ${value} %`}
        aria-describedby={[error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ") || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldError id={name} message={error} />
      {hint ? (
        <p className="text-sm text-ink-2" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
