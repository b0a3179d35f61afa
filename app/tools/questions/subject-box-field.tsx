import { type PointerEvent, useRef, useState } from "react";
import type { SubjectBox } from "../tool.ts";
import { FieldError } from "../../ui/error-summary.tsx";
import type { QuestionFieldProps } from "./question-field.tsx";

const sides = [
  { name: "left", label: "From the left" },
  { name: "top", label: "From the top" },
  { name: "width", label: "Width" },
  { name: "height", label: "Height" },
] as const;

/** Four numbers in percent of the photo; with scripts also a box drawn on the photo. */
export function SubjectBoxField({ question, value, error, onChange, photo }: QuestionFieldProps<SubjectBox>) {
  const { name, label } = question;
  const numbers = value.split(",");
  const set = (index: number, next: string) => {
    const all = sides.map((_, at) => (at === index ? next : (numbers[at] ?? "")));
    onChange(all.every((number) => number === "") ? "" : all.join(","));
  };
  return (
    <details className="disclosure" open={Boolean(error) || value !== "" || undefined}>
      <summary className="inline-flex min-h-tap min-w-tap items-center font-medium">{label}</summary>
      <fieldset
        className="grid grid-cols-1 gap-4"
        aria-describedby={error ? `${name}-error ${name}-hint` : `${name}-hint`}
      >
        <legend className="sr-only">{label}</legend>
        <p className="text-sm wrap-anywhere text-ink-2" id={`${name}-hint`}>
          Only needed when we miss part of your subject. Numbers are percent of the photo. Leave all four empty to skip.
        </p>
        {photo ? <DrawnBox photo={photo} value={value} onChange={onChange} /> : null}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-3">
          {sides.map((side, index) => (
            <div className="field" key={side.name}>
              <label className="text-sm font-strong" htmlFor={index === 0 ? name : `${name}-${side.name}`}>
                {side.label}
              </label>
              <input
                className="input"
                id={index === 0 ? name : `${name}-${side.name}`}
                name={`${name}-${side.name}`}
                type="number"
                inputMode="numeric"
                min="0"
                max="100"
                value={numbers[index] ?? ""}
                onChange={(event) => set(index, event.currentTarget.value)}
                aria-invalid={error ? true : undefined}
              />
            </div>
          ))}
        </div>
        <FieldError id={name} message={error} />
      </fieldset>
    </details>
  );
}

interface DrawnBoxProps {
  photo: { src: string; width: number; height: number };
  value: string;
  onChange: (value: string) => void;
}

function DrawnBox({ photo, value, onChange }: DrawnBoxProps) {
  const area = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null);
  const at = (event: PointerEvent) => {
    const { left, top, width, height } = area.current?.getBoundingClientRect() ?? {
      left: 0,
      top: 0,
      width: 1,
      height: 1,
    };
    const percent = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 100);
    return { x: percent((event.clientX - left) / width), y: percent((event.clientY - top) / height) };
  };
  const [left = 0, top = 0, width = 0, height = 0] = value.split(",").map(Number);
  return (
    <div
      className="drawn-box no-js:hidden"
      ref={area}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(at(event));
      }}
      onPointerMove={(event) => {
        if (!from) return;
        const to = at(event);
        const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
        onChange([x, y, Math.abs(to.x - from.x), Math.abs(to.y - from.y)].join(","));
      }}
      onPointerUp={() => setFrom(null)}
      onPointerCancel={() => setFrom(null)}
    >
      <img src={photo.src} alt="" width={photo.width} height={photo.height} draggable={false} />
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {value ? <rect x={left || 0} y={top || 0} width={width || 0} height={height || 0} /> : null}
      </svg>
    </div>
  );
}
