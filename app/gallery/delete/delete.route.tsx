import { type ClientActionFunctionArgs, data, replace } from "react-router";
import { safePath } from "../../server/http/safe-path.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import { DeletePage } from "./delete-page.tsx";
import { deleteTransformation } from "./delete-transformation.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import type { Route } from "./+types/delete.route";

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
