import { Fragment } from "react";

/** Longer words may break at their hyphens. */
const longestWhole = 24;

/**
 * A name whose lines end between words only: never at a hyphen inside a word, and never before one. CSS alone cannot
 * keep hyphenated words whole.
 */
export function WholeWords({ children }: { children: string }) {
  if (!children.includes("-")) return children;
  return children
    .replaceAll(" - ", "\u00a0- ")
    .split(" ")
    .map((word, index) => (
      <Fragment key={index}>
        {index ? " " : null}
        <span className={word.length > longestWhole ? undefined : "whitespace-nowrap"}>{word}</span>
      </Fragment>
    ));
}
