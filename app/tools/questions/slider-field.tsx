import type { Slider } from "../tool.ts";
import { FieldError } from "./field-error.tsx";
import type { QuestionFieldProps } from "./question-field.tsx";

/** A native range from 0 to 100 in steps of 10. */
export function SliderField({ question, value, error, onChange }: QuestionFieldProps<Slider>) {
  const { name, label, ends } = question;
  return (
    <div className="field">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="text-sm font-strong" htmlFor={name}>
          {label}
        </label>
        <output className="text-sm font-strong tabular-nums" htmlFor={name}>
          {value}%
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
        aria-valuetext={`${value} %`}
        aria-describedby={error ? `${name}-error` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className="flex justify-between text-xs text-ink-2" aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
      <FieldError id={name} message={error} />
    </div>
  );
}
