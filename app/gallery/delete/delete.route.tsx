import { type ClientActionFunctionArgs, data, replace, Form, Link, useNavigation } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { safePath } from "../../server/http/next-path.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import { deleteTransformation } from "./delete-transformation.server.ts";
import type { Route } from "./+types/delete.route";
import { type Deletable, DeleteQuestion } from "../../transformations/delete-question.tsx";
import { PageTitle } from "../../ui/page-head.tsx";

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const next = safePath((await readSmallForm(request)).get("next"), "/gallery");
  const { transformationId } = params;
  const memberId = context.get(memberContext).id;
  const wait = await services.rateLimiter.take({ changeByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Delete failed", text: waitMessage(wait) });
    return replace(next, 303);
  }
  try {
    const deleted = await deleteTransformation(services, memberId, transformationId);
    if (deleted.ok) {
      const text = "Transformation and associated images removed from your history.";
      leave({ kind: "success", title: "Deleted", text });
      return replace(next, 303);
    }
  } catch (error) {
    services.log.error({ err: error, transformation: transformationId }, "a transformation was not deleted");
    leave({ kind: "error", title: "Delete failed", text: "Failed to delete transformation. Please try again." });
    return replace(next, 303);
  }
  throw data(null, { status: 404 });
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext);
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
  /** The message after a connection error. */
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
        <div className="flex flex-wrap justify-end gap-3 [&>.btn]:flex-[1_1_7.5rem]">
          <Link className="btn btn-secondary" to={next}>
            Cancel
          </Link>
          <button className="btn btn-danger" aria-busy={busy || undefined}>
            Delete
          </button>
        </div>
      </Form>
    </main>
  );
}
