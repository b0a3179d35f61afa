import type { Answers, Colour, FreeText, Question, Slider, SubjectBox } from "../tool.ts";
import { ChoiceField } from "./choice-field.tsx";
import { FieldError } from "../../ui/error-summary.tsx";
import { maxTextLength } from "../answers.ts";
import { type PointerEvent, useRef, useState } from "react";

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
        {/* Screen readers announce the range's own value; an output would repeat it. */}
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

const sides = [
  { name: "left", label: "From the left" },
  { name: "top", label: "From the top" },
  { name: "width", label: "Width" },
  { name: "height", label: "Height" },
] as const;

/** Four numbers in percent of the photo; with scripts also a box drawn on the photo. */
function SubjectBoxField({ question, value, error, onChange, photo }: QuestionFieldProps<SubjectBox>) {
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
