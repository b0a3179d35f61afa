import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds a show-password button (needs scripts). */
  reveal?: boolean;
}

export function Field({ id, label, hint, error, required, reveal = false, ...input }: FieldProps) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const control = (
    <input
      className={reveal ? "input pr-14!" : "input"}
      id={id}
      {...input}
      // Firefox calls an empty `required` field invalid before anything is typed.
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
    />
  );
  return (
    <div className="field">
      <label className="text-sm font-strong" htmlFor={id}>
        {label}
      </label>
      {reveal ? (
        <div className="relative">
          {control}
          <button
            className="absolute top-1 right-1 btn-icon btn-quiet aria-pressed:after:absolute aria-pressed:after:w-[1.6em] aria-pressed:after:[transform:rotate(45deg)] aria-pressed:after:content-[''] aria-pressed:after:[border-top:2px_solid] no-js:hidden"
            type="button"
            data-reveal={id}
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed="false"
          >
            <Icon name="eye" />
          </button>
        </div>
      ) : (
        control
      )}
      {error ? (
        <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" id={`${id}-error`}>
          <Icon name="warning" className="mt-[0.12em]" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className="text-sm wrap-anywhere text-ink-2" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

const honeypotName = "website";

/** A hidden field that only bots fill in. */
export function HoneypotField() {
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor={honeypotName}>Leave this empty</label>
      <input id={honeypotName} name={honeypotName} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

export const isRobot = (form: FormData): boolean => Boolean(form.get(honeypotName));
