import { useEffect, useEffectEvent, useRef } from "react";
import type { Size } from "../../photos/adjusting/adjustment.ts";
import { shapes } from "../../photos/adjusting/shapes.ts";
import { Field } from "../../ui/field.tsx";
import { FieldError } from "../../ui/error-summary.tsx";
import { frameFields, places } from "./adjusting.ts";
import type { AdjustingOnPage } from "./adjust-page.tsx";

interface AdjustFieldsProps {
  adjust: AdjustingOnPage;
  /** Px of the turned photo. */
  around: Size;
  errors: Record<string, string>;
}

/** The frame's shape, its position (without scripts) and its four numbers in px. */
export function AdjustFields({ adjust, around, errors }: AdjustFieldsProps) {
  const { adjusting, choose, place, type } = adjust;
  const shapeField = useRef<HTMLFieldSetElement>(null);
  const takeEarly = useEffectEvent(() => {
    const early = shapeField.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    const chosen = shapes.find(({ id }) => id === early)?.id;
    if (chosen && chosen !== adjusting.shape) choose(chosen);
  });
  // A shape may be chosen before the scripts have loaded; React would reset it.
  useEffect(() => takeEarly(), []);
  const hasFrameError = frameFields.some(({ name }) => errors[name]);
  return (
    <>
      <fieldset ref={shapeField} aria-describedby={errors.shape ? "shape-error" : undefined}>
        <legend className="mb-2 text-sm font-strong">Shape</legend>
        <FieldError id="shape" message={errors.shape} />
        <div className="seg">
          {shapes.map(({ id, name }, index) => (
            <label key={id}>
              <input
                id={index === 0 ? "shape" : undefined}
                type="radio"
                name="shape"
                value={id}
                checked={adjusting.shape === id}
                onChange={() => choose(id)}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="button-pair js:hidden">
        {(["across", "down"] as const).map((name) => (
          <div className="field" key={name}>
            <label className="text-sm font-strong" htmlFor={name}>
              {name === "across" ? "Position across" : "Position from top to bottom"}
            </label>
            <FieldError id={name} message={errors[name]} />
            <select
              className="input"
              id={name}
              name={name}
              value={adjusting[name]}
              onChange={(event) => place(name, event.currentTarget.value)}
            >
              {places[name].map((option) => (
                <option key={option.id} value={option.id}>
                  {option.name}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      <details className="disclosure" open={hasFrameError || adjusting.shape === "own" || undefined}>
        <summary className="inline-flex min-h-tap min-w-tap items-center font-medium">Exact numbers</summary>
        <fieldset className="grid grid-cols-1 gap-4" aria-describedby="numbers-hint">
          <legend className="sr-only">Frame in pixels</legend>
          <p className="text-sm wrap-anywhere text-ink-2" id="numbers-hint">
            In pixels; the photo has {around.width} × {around.height}.
            <span className="js:hidden"> Used when the shape is Free.</span>
          </p>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-3">
            {frameFields.map(({ name, label }) => (
              <Field
                key={name}
                id={name}
                name={name}
                label={label}
                type="number"
                inputMode="numeric"
                min={0}
                max={name === "left" || name === "width" ? around.width : around.height}
                value={adjusting.typed[name]}
                onChange={(event) => type(name, event.currentTarget.value)}
                error={errors[name]}
              />
            ))}
          </div>
        </fieldset>
      </details>
    </>
  );
}
