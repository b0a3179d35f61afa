import type { Slider } from "../tool.ts";
import { FieldError } from "./field-error.tsx";
import type { QuestionFieldProps } from "./question-field.tsx";

/** A native range from 0 to 100 in steps of 10. */
export function SliderField({ question, value, error, onChange }: QuestionFieldProps<Slider>) {
  const { name, label, ends } = question;
  return (
    <div className="field">
      <div className="row row-split">
        <label className="label" htmlFor={name}>
          {label}
        </label>
        <output className="num label" htmlFor={name}>
          {value}%
        </output>
      </div>
      <input
        className="range"
        id={name}
        type="range"
        name={name}
        min="0"
        max="100"
        step="10"
        value={value}
        data-p={value}
        aria-valuetext={`${value} %`}
        aria-describedby={error ? `${name}-error` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className="range-ends" aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
      <FieldError id={name} message={error} />
    </div>
  );
}
