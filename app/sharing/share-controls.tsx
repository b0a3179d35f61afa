import { useId, useRef, useSyncExternalStore, type ReactNode } from "react";
import { useFetcher } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { showToast } from "../ui/toasts/toast.tsx";

interface LinkFieldProps {
  url: string;
  /** The accessible name's subject, if a page has several links. */
  of?: string;
  /** Offers the device's share sheet for the link alone. */
  sends?: boolean;
  children?: ReactNode;
}

/** Focus selects the link; scripts add copy and share buttons. */
export function LinkField({ url, of = "", sends = true, children }: LinkFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const maySend = useMaySend();
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ kind: "success", title: "Link copied!", text: "" });
    } catch {
      showToast({ kind: "error", title: "Failed to copy", text: "Could not copy the link to clipboard." });
      // Selects the text for copying by hand.
      field.current?.focus();
    }
  }
  const about = of ? <span className="sr-only"> {of}</span> : null;
  return (
    <div className="field">
      <label className={of ? "sr-only" : "text-sm font-strong"} htmlFor={id}>
        Share link{about}
      </label>
      <div className="flex flex-wrap gap-2 [&_form]:grid">
        <input
          className="input w-auto min-w-0 flex-[1_1_min(12rem,100%)] border-transparent bg-fill text-[max(0.9375rem,15px)] text-ink!"
          id={id}
          ref={field}
          type="url"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button className="btn-secondary no-js:hidden" type="button" onClick={copy}>
          Copy<span className="sr-only"> link</span>
          {about}
        </button>
        {maySend && sends ? (
          <button className="btn-secondary" type="button" onClick={() => send(url)}>
            <Icon name="upload" />
            Send
            {about}
          </button>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/** The device's share sheet; cancelling it is no error. */
const send = (url: string) => void navigator.share({ url }).catch(() => {});

export const canSend = () => typeof navigator.share === "function";
/** False in the server's rendering. */
export const useMaySend = () => useSyncExternalStore(unchanging, canSend, () => false);
const unchanging = () => () => {};

interface RevokeFormProps {
  shareId: string;
  next: string;
  of?: string;
}

export function RevokeForm({ shareId, next, of }: RevokeFormProps) {
  const { Form, state } = useFetcher();
  return (
    <Form method="post" action={`/shares/${shareId}/revoke`}>
      <input type="hidden" name="next" value={next} />
      <button type="submit" className="btn-quiet btn-danger-quiet" aria-busy={state !== "idle"}>
        Revoke
        <span className="sr-only"> link{of ? ` ${of}` : null}</span>
      </button>
    </Form>
  );
}
