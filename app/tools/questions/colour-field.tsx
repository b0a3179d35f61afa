import type { Colour } from "../tool.ts";
import { FieldError } from "./field-error.tsx";
import type { QuestionFieldProps } from "./question-field.tsx";

/** Six hex digits beside the native colour picker. Wrong input stays for correction. */
export function ColourField({ question, value, error, onChange }: QuestionFieldProps<Colour>) {
  const { name, label } = question;
  return (
    <div className="field">
      <label className="text-sm font-strong" htmlFor={name}>
        {label}
      </label>
      <div className="flex items-center gap-3">
        <input
          className="script-only size-13 flex-none cursor-pointer rounded-md bg-surface p-[0.2rem] [border:1px_solid_var(--color-line-strong)]"
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
