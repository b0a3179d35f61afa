import { useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Preview } from "../previews/previews.tsx";
import { optionsFor } from "../wizard/steps.ts";
import type { Choice, Option, OptionMedia } from "../tool.ts";
import { FieldError } from "../../ui/error-summary.tsx";
import type { QuestionFieldProps } from "./question-field.tsx";

const layouts = {
  tall: "option-grid option-grid-tall",
  compact: "option-grid option-grid-compact",
  swatches: "option-grid option-grid-swatches",
  three: "option-grid option-grid-three",
};

/** Native radios in a fieldset. */
export function ChoiceField(props: QuestionFieldProps<Choice>) {
  const { question, value, answers, error, onChange, onPick, untitled, previews, photo } = props;
  const { name, label, look } = question;
  const options = optionsFor(question, answers);
  const byArrow = useRef(false);
  // The first enabled one has the question's id, for links from the error summary.
  const first = options.find(({ comingSoon }) => !comingSoon)?.id;
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} className="grid grid-cols-1 gap-2">
      <legend className={untitled ? "sr-only" : "mb-2 text-sm font-strong"}>{label}</legend>
      <FieldError id={name} message={error} />
      <div className={look ? layouts[look] : "option-grid sm:grid-cols-3"}>
        {options.map((option) => (
          <label key={option.id} className="option-card">
            {option.media ? (
              <span className="option-media">
                <Media media={option.media} />
                <Preview src={option.preview === "photo" ? photo?.src : previews?.get(previewOf(question, option))} />
              </span>
            ) : null}
            <input
              id={option.id === first ? name : undefined}
              type="radio"
              name={name}
              value={option.id}
              checked={value === option.id}
              disabled={option.comingSoon}
              onChange={() => onChange(option.id)}
              onKeyDown={({ key }) => void (byArrow.current = key.startsWith("Arrow"))}
              onKeyUp={() => void (byArrow.current = false)}
              // Arrow keys click the radio that they reach, too.
              onClick={() => void (byArrow.current || onPick?.(option.id))}
            />
            <OptionText option={option} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The name of an option's preview; empty without one. */
export const previewOf = ({ previews }: Choice, { id, preview, media }: Option): string =>
  preview ?? (previews && media && !("icon" in media) ? `${previews}-${id}` : "");

function OptionText({ option: { name, note, comingSoon } }: { option: Option }) {
  const hint = comingSoon ? "Coming Soon" : note;
  return (
    <span className="option-text">
      <b>{name}</b>
      {hint ? <small>{hint}</small> : null}
    </span>
  );
}

function Media({ media }: { media: OptionMedia }) {
  if ("icon" in media) return <Icon name={media.icon} className="size-7" />;
  if ("picture" in media)
    return <img src={media.picture} alt="" width={media.width} height={media.height} loading="lazy" decoding="async" />;
  return <Swatch colours={media.swatch} />;
}

/** SVG, because the content policy allows no style attributes. */
function Swatch({ colours }: { colours: readonly string[] }) {
  const id = `swatch-${colours.join("-").replaceAll("#", "")}`;
  return (
    <svg className="block size-full" viewBox="0 0 4 3" preserveAspectRatio="none" aria-hidden="true">
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        {colours.map((colour, index) => (
          <stop key={colour} offset={colours.length > 1 ? index / (colours.length - 1) : 0} stopColor={colour} />
        ))}
      </linearGradient>
      <rect width="4" height="3" fill={`url(#${id})`} />
    </svg>
  );
}
