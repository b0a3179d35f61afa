import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link, useFetcher, useLocation, useSearchParams } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { canSend, LinkField, RevokeForm, useMaySend } from "./share-controls.tsx";
import type { Share } from "./share.ts";

interface ShareLinkProps {
  transformationId: string;
  share: Share | null;
  hasOriginal: boolean;
  /** Precedes the link in a message. */
  text: string;
  /** The address of the picture's copy for chats. */
  copy: string;
}

/** The first click creates the link; without scripts the page reloads with the panel open. */
export function ShareLink(props: ShareLinkProps) {
  // The key resets focus and panel for another result.
  return <ResultLink key={props.transformationId} {...props} />;
}

function ResultLink({ transformationId, share, hasOriginal, text, copy }: ShareLinkProps) {
  const { pathname, search } = useLocation();
  const hydrated = useSyncExternalStore(unchanging, yes, no);
  const [opened, setOpened] = useState(useSearchParams()[0].has("share"));
  const { send, sending } = useSending(copy, share && `${text}: ${share.url}`);
  const asked = useRef(false);
  const { Form, state } = useFetcher();
  const query = new URLSearchParams(search);
  query.delete("share");
  const here = `${pathname}?${query}`;
  const withPanel = `${here}&share#share`;
  const isShared = share !== null;
  const wasShared = useRef(isShared);
  useEffect(() => {
    if (wasShared.current && !isShared) focusShareButton();
    wasShared.current = isShared;
  }, [isShared]);
  useEffect(() => {
    if (!share || !asked.current) return;
    asked.current = false;
    send();
  }, [share, send]);
  if (share?.takenDown) {
    return (
      <p className="text-sm wrap-anywhere text-ink-2">
        This picture was taken down after a report. It can no longer be shared.
      </p>
    );
  }
  const label = (
    <>
      <Icon name="share" />
      Share Link
    </>
  );
  return (
    <>
      {share ? (
        <a
          className="btn-lg flex-nowrap px-3 text-md btn-secondary"
          href={withPanel}
          data-share-button
          aria-expanded={opened}
          onClick={(event) => {
            event.preventDefault();
            setOpened(true);
            send();
          }}
        >
          {label}
        </a>
      ) : (
        <Form
          className="grid"
          method="post"
          action="/shares"
          onSubmit={() => {
            asked.current = true;
            setOpened(true);
            send();
          }}
        >
          <input type="hidden" name="transformation" value={transformationId} />
          <input type="hidden" name="next" value={hydrated ? here : withPanel} />
          <button
            type="submit"
            className="btn-lg flex-nowrap px-3 text-md btn-secondary"
            aria-busy={state !== "idle"}
            data-share-button
          >
            {label}
          </button>
        </Form>
      )}
      {share && opened ? (
        <SharePanel
          {...{ transformationId, share, hasOriginal, text, send, sending }}
          next={hydrated ? here : withPanel}
          close={() => {
            setOpened(false);
            focusShareButton();
          }}
        />
      ) : null}
    </>
  );
}

interface SharePanelProps extends Pick<ShareLinkProps, "transformationId" | "hasOriginal" | "text"> {
  share: Share;
  next: string;
  send: () => void;
  sending: boolean;
  close: () => void;
}

/** On phones it is a sheet at the bottom, so that the picture stays in view. */
function SharePanel({ transformationId, share, hasOriginal, text, next, send, sending, close }: SharePanelProps) {
  const { id, url, showsOriginal } = share;
  const [shown, setShown] = useState({ showsOriginal, changed: false });
  if (shown.showsOriginal !== showsOriginal) setShown({ showsOriginal, changed: true });
  const maySend = useMaySend();
  const { Form, state } = useFetcher();
  const message = encodeURIComponent(`${text}: ${url}`);
  const [title, link] = [encodeURIComponent(text), encodeURIComponent(url)];
  const heading = useCallback((shown: HTMLElement | null) => shown?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const closeByKey = ({ key }: KeyboardEvent) => key === "Escape" && close();
    document.addEventListener("keydown", closeByKey);
    return () => document.removeEventListener("keydown", closeByKey);
  }, [close]);
  const status = `The link ${shown.changed ? "now " : ""}shows ${showsOriginal ? "the original photo too" : "only this result"}.`;
  return (
    <section
      id="share"
      className="relative z-10 grid grid-cols-1 gap-3 rounded-xl border bg-raised p-4 elevated [.js_&]:motion-safe:animate-rise [.js_&]:max-lg:fixed [.js_&]:max-lg:inset-x-0 [.js_&]:max-lg:bottom-0 [.js_&]:max-lg:max-h-[70vh] [.js_&]:max-lg:overflow-y-auto [.js_&]:max-lg:rounded-b-none [.js_&]:max-lg:px-gutter [.js_&]:max-lg:pb-[max(1rem,env(safe-area-inset-bottom))] [html.js:has(&)]:max-lg:scroll-pb-[26rem] [html.js:has(&)]:max-lg:[--bar-room:26rem]"
      aria-labelledby="share-title"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg" id="share-title" tabIndex={-1} ref={heading}>
          Share
        </h2>
        <button
          className="-my-2 -mr-2 btn-icon btn-quiet no-js:hidden"
          type="button"
          aria-label="Close sharing"
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="flex flex-wrap gap-3 [&>*]:flex-[1_1_8rem]">
        {maySend ? (
          <button className="btn-secondary" type="button" aria-busy={sending || undefined} onClick={send}>
            <Icon name="upload" />
            Send
          </button>
        ) : null}
        <a className="btn-primary" href={`https://wa.me/?text=${message}`} target="_blank" rel="noopener noreferrer">
          WhatsApp
        </a>
      </div>
      <LinkField url={url} sends={false} />
      <details className="disclosure">
        <summary>More</summary>
        <p className="flex flex-wrap gap-x-5 [&>a]:inline-flex [&>a]:min-h-tap [&>a]:items-center [&>a]:font-medium">
          <a href={`mailto:?subject=${title}&body=${message}`}>Email</a>{" "}
          <a href={`https://www.facebook.com/sharer/sharer.php?u=${link}`} target="_blank" rel="noopener noreferrer">
            Facebook
          </a>{" "}
          <a href={`https://x.com/intent/post?text=${message}`} target="_blank" rel="noopener noreferrer">
            X
          </a>{" "}
          <Link to="/shares">All shared links</Link>
        </p>
      </details>
      <p className="text-sm wrap-anywhere text-ink-2" role="status">
        {status}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 [&_button]:px-0">
        {hasOriginal || showsOriginal ? (
          <Form method="post" action="/shares">
            <input type="hidden" name="transformation" value={transformationId} />
            <input type="hidden" name="next" value={next} />
            {showsOriginal ? null : <input type="hidden" name="original" value="on" />}
            <button
              type="submit"
              className="group justify-start gap-3 px-0! btn-quiet"
              role="switch"
              aria-checked={showsOriginal}
              aria-busy={state !== "idle" || undefined}
            >
              <span className="grid size-[1.375rem] place-items-center rounded-sm border-2 border-solid border-line-strong group-aria-checked:border-gem group-aria-checked:bg-gem group-aria-checked:text-on-gem [&_svg]:size-4">
                {showsOriginal ? <Icon name="check" /> : null}
              </span>
              Show the original photo too
            </button>
          </Form>
        ) : null}
        <RevokeForm shareId={id} next={next.replace(/&share#share$/, "")} />
      </div>
    </section>
  );
}

/**
 * Opens the device's share sheet with picture and link. Browsers require a recent click: on a slow connection the first
 * one expires before the picture loads, and the panel's Send is the next.
 */
function useSending(copy: string, message: string | null) {
  const [sending, setSending] = useState(false);
  const fetched = useRef<{ copy: string; file: Promise<File | null> } | null>(null);
  const send = useCallback(() => {
    if (!canSend()) return;
    if (fetched.current?.copy !== copy) fetched.current = { copy, file: fetchPicture(copy) };
    if (!message) return;
    setSending(true);
    fetched.current.file
      .then(async (file) => {
        if (!file) fetched.current = null;
        setSending(false);
        // The link is part of the text: apps that accept no picture with a text then show the link with its preview.
        const both = { ...(file && { files: [file] }), text: message };
        await navigator.share(navigator.canShare?.(both) ? both : { text: message });
      })
      // The member cancelled, or the click has expired.
      .catch(() => {});
  }, [copy, message]);
  return { send, sending };
}

async function fetchPicture(copy: string): Promise<File | null> {
  try {
    const answer = await fetch(copy);
    if (!answer.ok) return null;
    return new File([await answer.blob()], "photogem.jpg", { type: "image/jpeg" });
  } catch {
    return null;
  }
}

const unchanging = () => () => {};
const yes = () => true;
const no = () => false;

const focusShareButton = () => document.querySelector<HTMLElement>("[data-share-button]")?.focus();
