import { type ClientActionFunctionArgs, data, Form, Link, replace, useNavigation } from "react-router";
import { changeLostMessage, type ConnectionLost, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { useMemo } from "react";
import { safePath } from "../../server/http/next-path.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import { type RefusedName, renameProblems } from "./rename-problems.ts";
import { renameTransformation } from "./rename-transformation.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import type { Route } from "./+types/rename.route";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import type { Picture } from "../../photos/picture.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import { Thumbnail } from "../item-parts.tsx";

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
      return refuse("The name was not changed. Please try again.");
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

interface RenamePageProps {
  name: string;
  picture: Picture | null;
  next: string;
  answer: RefusedName | ConnectionLost | undefined;
}

function RenamePage({ name, picture, next: asked, answer }: RenamePageProps) {
  const refused = answer && "problem" in answer ? answer : null;
  const next = refused?.next ?? asked;
  const error = refused ? renameProblems[refused.problem] : undefined;
  const lost = answer && "lost" in answer ? answer.lost : undefined;
  const problems = useMemo(
    () => (error ? [{ field: "name", message: error }] : lost ? [{ message: lost }] : []),
    [error, lost],
  );
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle failed={problems.length > 0}>{`Rename ${name}`}</PageTitle>
      <BackLink to={next}>{next.startsWith("/gallery") ? "Gallery" : "Result"}</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Rename this transformation</h1>
      </div>
      <div className="grid grid-cols-1 gap-6">
        <ErrorSummary problems={problems} />
        <div className="grid grid-cols-1 gap-6 md:grid-cols-[14rem_minmax(0,1fr)] md:gap-8 [&>*]:content-start [&>.photo]:w-[min(14rem,60vw)]">
          <div className="photo aspect-square">
            <Thumbnail picture={picture} alt={name} sizes="(min-width: 44rem) 14rem, 60vw" />
          </div>
          <Form className="grid grid-cols-1 gap-6" method="post" noValidate>
            <Field
              id="name"
              name="name"
              label="New name"
              autoComplete="off"
              defaultValue={refused?.name ?? name}
              error={error}
            />
            <input type="hidden" name="next" value={next} />
            <div className="flex flex-wrap items-center gap-3">
              <button type="submit" className="btn-primary" aria-busy={busy || undefined}>
                Save
              </button>
              <Link className="btn-quiet" to={next}>
                Cancel
              </Link>
            </div>
          </Form>
        </div>
      </div>
    </main>
  );
}
