import { useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { type ConnectionLost, useSubmissionEnd } from "../../pwa/offline-forms/online-action.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageCode } from "../../ui/page-code.tsx";
import { Field } from "../../ui/field.tsx";
import type { GalleryItem } from "../gallery-item.server.ts";
import { type RefusedName, renameProblems } from "./rename-problems.ts";

/** A native disclosure; without scripts it opens the rename page. */
export function RenameForm({ item, icon = false }: { item: Pick<GalleryItem, "id" | "name">; icon?: boolean }) {
  const { pathname, search } = useLocation();
  const { Form, data, state } = useFetcher<RefusedName | ConnectionLost>();
  const box = useRef<HTMLDetailsElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const busy = state !== "idle";
  const [opened, setOpened] = useState(false);
  const action = `/gallery/${item.id}/rename`;
  const { answer, close } = useUnlessClosed(data);
  const problem = answer && ("problem" in answer ? renameProblems[answer.problem] : answer.lost);
  const fieldId = `name-${item.id}`;
  const shut = () => {
    if (!box.current) return;
    box.current.open = false;
    // Inside an item's menu, the menu closes too.
    const menu = box.current.parentElement?.closest("details");
    if (menu) menu.open = false;
    (menu ?? box.current).querySelector("summary")?.focus();
  };
  useSubmissionEnd({ state, data }, (ended) => {
    if (!ended || "stored" in ended) shut();
    else document.getElementById(fieldId)?.focus();
  });
  return (
    <details
      className="rename [&[open]>summary]:[--b:var(--color-fill)]"
      ref={box}
      data-menu
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) {
          setOpened(true);
          return form.current?.querySelector<HTMLInputElement>("input[name=name]")?.select();
        }
        form.current?.reset();
        close();
      }}
    >
      <summary className="btn-sm btn-quiet">
        {icon ? <Icon name="pencil" /> : null}
        Rename<span className="sr-only"> {item.name}</span>
      </summary>
      <Form
        className="rename-form absolute right-0 z-3 mt-2 grid w-[min(24rem,100%)] grid-cols-1 gap-2 rounded-lg border bg-raised p-4 elevated"
        ref={form}
        method="post"
        action={action}
        preventScrollReset
        noValidate
        onSubmit={(event) => busy && event.preventDefault()}
      >
        <Field
          key={item.name}
          id={fieldId}
          name="name"
          label="New name"
          autoComplete="off"
          defaultValue={item.name}
          error={busy ? undefined : problem}
        />
        <input type="hidden" name="next" value={pathname + search} />
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="btn-sm min-w-[5rem] btn-primary" aria-busy={busy || undefined}>
            Save<span className="sr-only"> name</span>
          </button>
          <button className="btn-sm min-w-[5rem] btn-quiet no-js:hidden" type="button" onClick={shut}>
            Cancel
          </button>
        </div>
      </Form>
      {/* Preloads the action's code, so that an offline submit can still respond. */}
      {opened ? <PageCode of={action} /> : null}
    </details>
  );
}

/** Ignores the value once its dialog is closed. */
function useUnlessClosed<T>(latest: T | undefined) {
  const [closedOn, setClosedOn] = useState<T>();
  return { answer: latest === closedOn ? undefined : latest, close: () => setClosedOn(latest) };
}
