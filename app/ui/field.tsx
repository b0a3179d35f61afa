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

export function Field({ id, label, hint, error, reveal = false, ...input }: FieldProps) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const control = (
    <input
      className="input"
      id={id}
      {...input}
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
    />
  );
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {reveal ? (
        <div className="with-btn">
          {control}
          <button
            className="btn btn-quiet btn-icon script-only"
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
        <p className="error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
