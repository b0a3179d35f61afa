import { type ClientActionFunctionArgs, data, Form, Link, redirect, useNavigation } from "react-router";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { deletePreset, readPresetName } from "./own-presets.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/delete.route";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";

export const action = memberAction(
  { limit: "changeByMember", title: "Delete failed", back: () => redirect("/presets", 303) },
  async ({ params, context }: Route.ActionArgs, { member, succeed }) => {
    const deleted = await deletePreset(context.get(databaseContext), member.id, params.presetId);
    if (!deleted) throw data(null, { status: 404 });
    return succeed("Deleted", "The preset was deleted. Your results stay as they are.");
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const name = await readPresetName(database, context.get(memberContext).id, params.presetId);
  if (name === null) throw data(null, { status: 404 });
  return { name };
}

export default function DeletePreset({ loaderData, actionData }: Route.ComponentProps) {
  return <DeletePresetPage {...loaderData} connectionError={actionData?.lost} />;
}

/** `connectionError` is the message after a lost connection. */
function DeletePresetPage({ name, connectionError }: { name: string; connectionError: string | undefined }) {
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{`Delete ${name}?`}</PageTitle>
      <BackLink to="/presets">Your presets</BackLink>
      <Form className="notice" method="post">
        <div className="grid grid-cols-1 gap-2">
          <h1>Delete this preset?</h1>
          <p>We delete its choices. Results made with it stay in your gallery.</p>
        </div>
        <b className="line-clamp-3 min-w-0 font-strong wrap-anywhere" dir="auto">
          {name}
        </b>
        <input type="hidden" name="delete" value="yes" />
        {connectionError && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {connectionError}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3 [&>*]:flex-[1_1_7.5rem]">
          <Link className="btn-secondary" to="/presets">
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
