import { useRef } from "react";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import type { Transformation } from "../../transformations/read-transformation.server.ts";
import { useLiveProgress } from "../../transformations/live-progress.tsx";
import { focusIsLost } from "../../ui/navigation-progress.tsx";
import { Icon } from "../../ui/icon.tsx";
import { failureText } from "../runs/failure-messages.ts";
import { FailureNotice } from "../runs/failure-notice.tsx";
import { type Option, optionName, type Tool } from "../tool.ts";

interface MoreAnglesProps {
  tool: Tool;
  transformationId: string;
  options: readonly Option[];
  angle: Transformation | null;
  angleKey: string;
}

/** Polling interval, ms. */
const pollEveryMs = 1_500;

/** Offers angles in a dialog, without scripts in the page. The result stays until the new one arrives. */
export function MoreAngles({ tool, transformationId, options, angle, angleKey }: MoreAnglesProps) {
  const [query] = useSearchParams();
  const working = angle?.status === "processing" ? angle : null;
  useLiveProgress(working ? [working] : [], pollEveryMs);
  const here = `${tool.path}?job=${transformationId}`;
  const choosing = query.has("angles") && !working;
  const name = working ? optionName(options, String(working.recipe.angle)) : "";
  return (
    <>
      {working ? (
        <>
          <noscript>
            <meta httpEquiv="refresh" content="3" />
          </noscript>
          <button className="btn-secondary" type="button" aria-disabled="true" aria-busy="true" ref={focusInstead}>
            {`Generating ${name}...`}
          </button>
          <p className="sr-only" role="status">{`Generating ${name}...`}</p>
          <noscript>
            <a className="btn-quiet" href={`${here}&angle=${working.id}`}>
              Refresh now
            </a>
          </noscript>
        </>
      ) : (
        <a
          className="btn-secondary"
          href={`${here}&angles`}
          data-dialog="angles"
          aria-haspopup="dialog"
          aria-label="Generate More Angles, 1 gem"
        >
          <Icon name="portrait" />
          Generate More Angles{" "}
          <span className="cost">
            <Icon name="gem" />1 gem
          </span>
        </a>
      )}
      {angle?.failure ? (
        <FailureNotice
          title="Angle generation failed"
          text={failureText(tool.id, angle.failure)}
          neededNothing={false}
        />
      ) : null}
      <AngleDialog {...{ tool, transformationId, options, angleKey }} inPage={choosing} />
    </>
  );
}

/** For the button that replaced the focused link. */
const focusInstead = (button: HTMLElement | null) => {
  if (focusIsLost()) button?.focus({ preventScroll: true });
};

function AngleDialog({
  tool,
  transformationId,
  options,
  angleKey,
  inPage,
}: Omit<MoreAnglesProps, "angle"> & { inPage: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const sending = useNavigation().state !== "idle";
  return (
    <dialog
      id="angles"
      className={inPage ? "static dialog m-0 w-full max-w-[30rem]" : "dialog"}
      aria-labelledby="angles-title"
      ref={dialog}
      open={inPage || undefined}
    >
      <Form
        className="grid grid-cols-1 gap-6"
        method="post"
        action={`${tool.path}/angle`}
        onSubmit={() => dialog.current?.close()}
      >
        <div className="grid grid-cols-1 gap-2">
          <h2 id="angles-title">Select Desired Angle</h2>
          <p className="text-sm text-ink-2">A new angle costs 1 gem.</p>
        </div>
        <input type="hidden" name="job" value={transformationId} />
        <input type="hidden" name="key" value={angleKey} />
        <div className="button-pair">
          {options.map(({ id, name }) => (
            <button
              type="submit"
              key={id}
              className="btn-secondary"
              name="angle"
              value={id}
              aria-disabled={sending || undefined}
            >
              {name}
            </button>
          ))}
        </div>
        <Link
          className="btn-quiet"
          to={`${tool.path}?job=${transformationId}`}
          preventScrollReset
          onClick={(event) => {
            if (inPage) return;
            event.preventDefault();
            dialog.current?.close();
          }}
        >
          Cancel
        </Link>
      </Form>
    </dialog>
  );
}
