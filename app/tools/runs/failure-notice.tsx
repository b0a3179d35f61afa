import { Link } from "react-router";
import type { Failed } from "./failure-messages.ts";
import { toolList } from "../tool-list.ts";

const { "art-style": artStyle, "background-engine": backgroundEngine } = toolList;

/** Reason, price and next step; takes the focus. */
export function FailureNotice({ title, text, neededNothing, cancelled = false }: Failed) {
  const calm = neededNothing || cancelled;
  return (
    <div
      className={calm ? "grid grid-cols-1 gap-2 panel" : "summary-box"}
      role={calm ? "status" : "alert"}
      tabIndex={-1}
      ref={focus}
      data-focus-first
    >
      <h2>{title}</h2>
      {neededNothing ? (
        <>
          <p>{text}</p>
          <p>
            Choose another photo, or see what <Link to={artStyle.path}>{artStyle.title}</Link> and{" "}
            <Link to={backgroundEngine.path}>{backgroundEngine.title}</Link> make of this one.
          </p>
        </>
      ) : (
        <p>{text.endsWith(".") ? text : `${text}.`} Your gem was returned.</p>
      )}
    </div>
  );
}

const focus = (box: HTMLElement | null) => box?.focus();
