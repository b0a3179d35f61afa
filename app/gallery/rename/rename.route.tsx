import { type ClientActionFunctionArgs, data, replace } from "react-router";
import { safePath } from "../../server/http/safe-path.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import type { RefusedName } from "./rename-answer.ts";
import { RenamePage } from "./rename-page.tsx";
import { renameTransformation } from "./rename-transformation.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import type { Route } from "./+types/rename.route";

export const action = memberAction(
  {
    limit: "changeByMember",
    title: "Update failed",
    back: (form) => replace(safePath(form.get("next"), "/gallery"), 303),
  },
  async ({ params: { transformationId }, context }: Route.ActionArgs, { member, form, refuse, succeed }) => {
    const parts = photoParts(context);
    const submitted = form.get("name");
    const name = typeof submitted === "string" ? submitted : "";
    try {
      const renamed = await renameTransformation(parts, member.id, transformationId, name);
      if (renamed.ok) return succeed("Updated", "Name updated successfully.");
      if (renamed.problem !== "missing") {
        const next = safePath(form.get("next"), "/gallery");
        return data({ name, problem: renamed.problem, next } satisfies RefusedName, { status: 422 });
      }
    } catch (error) {
      parts.log.error({ err: error, transformation: transformationId }, "a transformation was not renamed");
      return refuse("The name is still the old one. Please try again.");
    }
    throw data(null, { status: 404 });
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const transformation = await readTransformation(database, context.get(memberContext).id, params.transformationId);
  if (!transformation) throw data(null, { status: 404 });
  const next = safePath(new URL(request.url).searchParams.get("next"), "/gallery");
  return { name: transformation.name, picture: transformation.result ?? transformation.original, next };
}

export default function Rename({ loaderData, actionData }: Route.ComponentProps) {
  return <RenamePage {...loaderData} answer={actionData} />;
}
