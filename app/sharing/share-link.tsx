import { useCallback, useRef, useSyncExternalStore } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { LinkField, RevokeForm } from "./share-controls.tsx";
import type { Share } from "./share.ts";

interface ShareLinkProps {
  transformationId: string;
  share: Share | null;
  hasOriginal?: boolean;
}

export function ShareLink(props: ShareLinkProps) {
  // The key resets focus handling for another result.
  return <ResultLink key={props.transformationId} {...props} />;
}

function ResultLink({ transformationId, share, hasOriginal = true }: ShareLinkProps) {
  const next = useReturnPath();
  const place = useFocusAfter(share?.id);
  const wish = { transformationId, next };
  return (
    <div className="grid grid-cols-1 gap-2" id="share" ref={place}>
      {share === null ? (
        <NewLink {...wish} hasOriginal={hasOriginal} />
      ) : share.takenDown ? (
        <p className="text-sm wrap-anywhere text-ink-2">
          This picture was taken down after a report. It cannot be shared any more.
        </p>
      ) : (
        <LiveLink {...wish} share={share} hasOriginal={hasOriginal} />
      )}
    </div>
  );
}

interface Wish {
  transformationId: string;
  next: string;
  hasOriginal: boolean;
}

function NewLink({ transformationId, next, hasOriginal }: Wish) {
  const { Form, state } = useFetcher();
  return (
    <Form className="grid grid-cols-1 gap-2" method="post" action="/shares">
      <input type="hidden" name="transformation" value={transformationId} />
      <input type="hidden" name="next" value={next} />
      <button type="submit" className="btn btn-secondary" aria-busy={state !== "idle"} data-share-button>
        <Icon name="share" />
        Share Link
      </button>
      {hasOriginal ? (
        <label className="check-row text-sm">
          <input type="checkbox" name="original" />
          Show the original photo too
        </label>
      ) : null}
    </Form>
  );
}

function LiveLink({ transformationId, next, share, hasOriginal }: Wish & { share: Share }) {
  const { Form, state } = useFetcher();
  const { id, url, showsOriginal } = share;
  return (
    <>
      <LinkField url={url} />
      <p className="text-sm wrap-anywhere text-ink-2">
        Anyone with this link sees only this result{showsOriginal ? " and the original photo" : null}.{" "}
        <Link to="/shares">All shared links</Link>
      </p>
      <div className="-ml-[min(1.15rem,5.2vw)] flex flex-wrap items-center gap-0">
        {hasOriginal || showsOriginal ? (
          <Form method="post" action="/shares">
            <input type="hidden" name="transformation" value={transformationId} />
            <input type="hidden" name="next" value={next} />
            {showsOriginal ? null : <input type="hidden" name="original" value="on" />}
            <button type="submit" className="btn btn-quiet" aria-busy={state !== "idle"}>
              {showsOriginal ? "Hide the original" : "Show the original too"}
            </button>
          </Form>
        ) : null}
        <RevokeForm shareId={id} next={next} />
      </div>
    </>
  );
}

/** Without scripts, the reloaded page opens at the link. */
function useReturnPath(): string {
  const { pathname, search } = useLocation();
  const hydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return pathname + search + (hydrated ? "" : "#share");
}

/** Moves focus to the control that replaced the submitted button. */
function useFocusAfter(shareId: string | undefined) {
  const before = useRef(shareId);
  return useCallback(
    (place: HTMLElement | null) => {
      if (!place || before.current === shareId) return;
      before.current = shareId;
      place.querySelector<HTMLElement>("input[readonly], [data-share-button]")?.focus();
    },
    [shareId],
  );
}
