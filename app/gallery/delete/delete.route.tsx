import { type ClientActionFunctionArgs, data, replace, Form, Link, useNavigation } from "react-router";
import { safePath } from "../../server/http/next-path.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import { deleteTransformation } from "./delete-transformation.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import type { Route } from "./+types/delete.route";
import { type Deletable, DeleteQuestion } from "../../transformations/delete-question.tsx";
import { PageTitle } from "../../ui/page-head.tsx";

export const action = memberAction(
  {
    limit: "changeByMember",
    title: "Delete failed",
    back: (form) => replace(safePath(form.get("next"), "/gallery"), 303),
  },
  async ({ params: { transformationId }, context }: Route.ActionArgs, { member, refuse, succeed }) => {
    const parts = photoParts(context);
    try {
      const deleted = await deleteTransformation(parts, member.id, transformationId);
      if (deleted.ok) return succeed("Deleted", "Transformation and associated images removed from your history.");
    } catch (error) {
      parts.log.error({ err: error, transformation: transformationId }, "a transformation was not deleted");
      return refuse("Failed to delete transformation. Please try again.");
    }
    throw data(null, { status: 404 });
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const transformation = await readTransformation(database, context.get(memberContext).id, params.transformationId);
  if (!transformation) throw data(null, { status: 404 });
  const { id, name, status, result, original } = transformation;
  const next = safePath(new URL(request.url).searchParams.get("next"), "/gallery");
  return { of: { id, name, status, picture: result ?? original }, next };
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  return <DeletePage {...loaderData} lost={actionData?.lost} />;
}

interface DeletePageProps {
  of: Deletable;
  next: string;
  lost: string | undefined;
}

function DeletePage({ of, next, lost }: DeletePageProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{`Delete ${of.name}?`}</PageTitle>
      <Form className="notice" method="post">
        <DeleteQuestion of={of} heading={<h1>Delete this transformation?</h1>} />
        <input type="hidden" name="next" value={next} />
        {lost && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {lost}
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
