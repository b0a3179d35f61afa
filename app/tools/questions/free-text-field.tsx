import { maxTextLength } from "../answers.ts";
import type { FreeText } from "../tool.ts";
import { FieldError } from "./field-error.tsx";
import type { QuestionFieldProps } from "./question-field.tsx";

export function FreeTextField({ question, value, error, onChange }: QuestionFieldProps<FreeText>) {
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
