import type { ReactNode } from "react";

interface CompareProps {
  /** Two pictures of one size; their alternative texts describe the difference. */
  before: ReactNode;
  after: ReactNode;
  labels: { before: string; after: string };
  /** A ratio class (`aspect-square` …) crops both; default: the result's ratio. */
  className?: string;
  /** The line's place at rest: in the middle, or near the edge so that `after` is seen. */
  shows?: "both" | "after";
}

/**
 * A native range input. Scroll timelines move the split; the enhancement script covers other
 * browsers, speaks the value and activates the labels.
 */
export function Compare({ before, after, labels, className = "", shows = "both" }: CompareProps) {
  const shown = shows === "after" ? 12 : 50;
  return (
    <figure className={`compare ${className}`} data-compare={shows}>
      <div className="compare-side">{after}</div>
      <div className="before compare-side">{before}</div>
      <span className="compare-line">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M9 7.5 4.5 12 9 16.5M15 7.5l4.5 4.5-4.5 4.5" />
        </svg>
      </span>
      <input
        className="compare-range"
        type="range"
        min="0"
        max="100"
        defaultValue={shown}
        aria-label="Compare: percent of the original shown"
        aria-valuetext={`${shown} % original`}
        autoComplete="off"
      />
      <CompareLabel side="tb" text={labels.before} percent={100} />
      <CompareLabel side="ta" text={labels.after} percent={0} />
    </figure>
  );
}

function CompareLabel({ side, text, percent }: { side: "tb" | "ta"; text: string; percent: number }) {
  return (
    <>
      <span className={`on-photo ${side}`} aria-hidden="true">
        {text}
      </span>{" "}
      <button
        className={`on-photo ${side} no-js:hidden`}
        type="button"
        data-compare-show={percent}
        aria-pressed="false"
      >
        <span className="sr-only">Show </span>
        {text}
      </button>{" "}
    </>
  );
}
