import { type ClientActionFunctionArgs, data, replace } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { safePath } from "../../server/http/next-path.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import type { RefusedName } from "./rename-answer.ts";
import { RenamePage } from "./rename-page.tsx";
import { renameTransformation } from "./rename-transformation.server.ts";
import type { Route } from "./+types/rename.route";

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const form = await readSmallForm(request);
  const next = safePath(form.get("next"), "/gallery");
  const submittedName = form.get("name");
  const name = typeof submittedName === "string" ? submittedName : "";
  const { transformationId } = params;
  const memberId = context.get(memberContext).id;
  const wait = await services.rateLimiter.take({ changeByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Update failed", text: waitMessage(wait) });
    return replace(next, 303);
  }
  try {
    const renamed = await renameTransformation(services, memberId, transformationId, name);
    if (renamed.ok) {
      leave({ kind: "success", title: "Updated", text: "Name updated successfully." });
      return replace(next, 303);
    }
    if (renamed.problem !== "missing") {
      return data({ name, problem: renamed.problem, next } satisfies RefusedName, { status: 422 });
    }
  } catch (error) {
    services.log.error({ err: error, transformation: transformationId }, "a transformation was not renamed");
    leave({ kind: "error", title: "Update failed", text: "The name is still the old one. Please try again." });
    return replace(next, 303);
  }
  throw data(null, { status: 404 });
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext);
  const transformation = await readTransformation(database, context.get(memberContext).id, params.transformationId);
  if (!transformation) throw data(null, { status: 404 });
  const next = safePath(new URL(request.url).searchParams.get("next"), "/gallery");
  return { name: transformation.name, picture: transformation.result ?? transformation.original, next };
}

export default function Rename({ loaderData, actionData }: Route.ComponentProps) {
  return <RenamePage {...loaderData} answer={actionData} />;
}
