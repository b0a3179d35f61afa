import { Link } from "react-router";
import { useFocusedMessage } from "../../ui/error-summary.tsx";
import type { Failed } from "./failure-messages.ts";
import { toolList } from "../tool-list.ts";

const { "art-style": artStyle, "background-engine": backgroundEngine } = toolList;

/** Reason, price and next step; takes the focus. */
export function FailureNotice({ title, text, neededNothing, cancelled = false }: Failed) {
  const { box, title: heading, text: words } = useFocusedMessage(text);
  return (
    <div className={neededNothing || cancelled ? "grid grid-cols-1 gap-2 panel" : "summary-box"} {...box}>
      <h2 {...heading}>{title}</h2>
      {neededNothing ? (
        <>
          <p {...words}>{text}</p>
          <p>
            Choose another photo, or see what <Link to={artStyle.path}>{artStyle.title}</Link> and{" "}
            <Link to={backgroundEngine.path}>{backgroundEngine.title}</Link> make of this one.
          </p>
        </>
      ) : (
        <p {...words}>{text.endsWith(".") ? text : `${text}.`} Your gem was returned.</p>
      )}
    </div>
  );
}
