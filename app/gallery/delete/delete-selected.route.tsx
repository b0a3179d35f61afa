import { type ClientActionFunctionArgs, Form, Link, redirect, replace, useNavigation } from "react-router";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { databaseContext } from "../../server/database/database.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { safePath } from "../../server/http/next-path.ts";
import { PageTitle } from "../../ui/page-head.tsx";
import { WholeWords } from "../../ui/whole-words.tsx";
import { maxSelected, readSelected, selectedIds } from "../gallery-item.server.ts";
import type { Route } from "./+types/delete-selected.route";
import { deleteTransformation } from "./delete-transformation.server.ts";

/** Asks to confirm the selected transformations (`?id=…&id=…`); if none exist, redirects back with the reason. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const next = safePath(searchParams.get("next"), "/gallery");
  const ids = selectedIds(searchParams);
  const { leave } = context.get(flashContext);
  const refuse = (text: string) => {
    leave({ kind: "error", title: "Delete failed", text });
    return redirect(next);
  };
  if (ids.length > maxSelected) throw refuse(`Please select at most ${maxSelected} at once.`);
  const selected = await readSelected(context.get(databaseContext), context.get(memberContext).id, ids);
  if (!selected.length) throw refuse("Please select one or more first.");
  return { selected: selected.map(({ id, name, status }) => ({ id, name, status })), next };
}

/**
 * Deletes each listed id like a single delete. Skips other members' ids and deleted rows, so that a repeated request
 * ends the same. Rows deleted before an error stay deleted.
 */
export const action = memberAction(
  {
    limit: "changeByMember",
    title: "Delete failed",
    back: (form) => replace(safePath(form.get("next"), "/gallery"), 303),
  },
  async ({ context }: Route.ActionArgs, { member, form, refuse, succeed }) => {
    const parts = photoParts(context);
    const ids = selectedIds(form);
    if (ids.length > maxSelected) return refuse(`Please select at most ${maxSelected} at once.`);
    try {
      for (const id of ids) await deleteTransformation(parts, member.id, id);
    } catch (error) {
      parts.log.error({ err: error }, "selected transformations were not all deleted");
      return refuse("Not all of them could be deleted. Please select those that are left again.");
    }
    return succeed("Deleted", "Transformations and associated images removed from your history.");
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export default function DeleteSelected({ loaderData: { selected, next }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const question = selected.length === 1 ? "Delete this transformation?" : `Delete ${selected.length} transformations?`;
  const running = selected.filter(({ status }) => status === "processing").length;
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{question}</PageTitle>
      <Form className="notice" method="post" action="/gallery/delete">
        <div className="grid grid-cols-1 gap-2">
          <h1>{question}</h1>
          <p>
            This will permanently remove {selected.length === 1 ? "the transformation" : "the transformations"} from
            your history and delete the associated images from storage.
          </p>
          {running ? (
            <p>
              {running === 1
                ? "One is still processing: it is cancelled, and its gem comes back to you."
                : `${running} are still processing: they are cancelled, and their gems come back to you.`}
            </p>
          ) : null}
        </div>
        <ul className="grid list-disc grid-cols-1 gap-1 pl-5" aria-label="Selected">
          {selected.map(({ id, name }) => (
            <li key={id} dir="auto">
              <WholeWords>{name}</WholeWords>
              <input type="hidden" name="id" value={id} />
            </li>
          ))}
        </ul>
        <input type="hidden" name="next" value={next} />
        {actionData?.lost && !busy ? (
          <p className="text-sm font-medium text-danger" role="alert">
            {actionData.lost}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3 [&>*]:flex-[1_1_7.5rem]">
          <Link className="btn-secondary" to={next}>
            Cancel
          </Link>{" "}
          <button type="submit" className="btn-danger" aria-busy={busy || undefined}>
            Delete
          </button>
        </div>
      </Form>
    </main>
  );
}
