import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useFetcher, useLocation } from "react-router";
import { type ConnectionLost, useSubmissionEnd } from "../pwa/offline-forms/online-action.ts";
import { focusHeading } from "../ui/navigation-progress.tsx";
import { openModal } from "../ui/open-modal.ts";
import { PageCode } from "../ui/page-code.tsx";
import { type Deletable, DeleteQuestion } from "./delete-question.tsx";

interface DeleteLinkProps {
  of: Deletable;
  next: string;
  className: string;
  children: ReactNode;
}

const deletePath = ({ id }: Pick<Deletable, "id">): string => `/gallery/${id}/delete`;

/** Links to the deletion page; with scripts the question opens in a dialog instead. */
export function DeleteLink({ of, next, className, children }: DeleteLinkProps) {
  // Counts openings, 0 while closed: a dialog reports its end late, when the member may have opened the next one.
  const [opening, setOpening] = useState(0);
  const link = useRef<HTMLAnchorElement>(null);
  // If the link's menu closed meanwhile, the menu takes the focus.
  const close = () => {
    setOpening((now) => (now === opening ? 0 : now));
    link.current?.closest("details")?.querySelector("summary")?.focus();
  };
  const open = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpening(opening + 1);
  };
  return (
    <>
      <a
        ref={link}
        className={className}
        href={`${deletePath(of)}?${new URLSearchParams({ next })}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        {children}
      </a>
      {opening ? createPortal(<DeleteDialog key={opening} of={of} next={next} onClose={close} />, document.body) : null}
    </>
  );
}

function DeleteDialog({ of, next, onClose }: Pick<DeleteLinkProps, "of" | "next"> & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement | null>(null);
  const { Form, data, state } = useFetcher<ConnectionLost>();
  const { pathname } = useLocation();
  const busy = state !== "idle";
  const sent = useRef(false);
  const opened = useCallback((shown: HTMLDialogElement) => {
    dialog.current = shown;
    openModal(shown);
    return () => {
      // Closes first: an open dialog blocks the focus outside it.
      shown.close();
      // The response removed this link, so the focus moves to the page's heading.
      if (sent.current) focusHeading();
    };
  }, []);
  useSubmissionEnd({ state, data }, (answer) => {
    if (answer?.lost !== undefined) return;
    if (answer?.stored) sent.current = false;
    dialog.current?.close();
  });
  return (
    <dialog className="dialog" ref={opened} aria-labelledby="delete-title" onClose={onClose}>
      <Form
        className="grid grid-cols-1 gap-6"
        method="post"
        action={deletePath(of)}
        preventScrollReset={next.startsWith(pathname)}
        onSubmit={(event) => (busy ? event.preventDefault() : (sent.current = true))}
      >
        <DeleteQuestion of={of} heading={<h2 id="delete-title">Delete this transformation?</h2>} />
        <input type="hidden" name="next" value={next} />
        {data?.lost && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {data.lost}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3 [&>*]:flex-[1_1_7.5rem]">
          <button
            className="btn-secondary"
            type="button"
            onClick={() => {
              sent.current = false;
              dialog.current?.close();
            }}
          >
            Cancel
          </button>
          <button type="submit" className="btn-danger" aria-busy={busy || undefined}>
            Delete
          </button>
        </div>
      </Form>
      {/* Loads the page's code now, so that a later connection loss can be shown in place. */}
      <PageCode of={deletePath(of)} />
    </dialog>
  );
}
