import { useMemo } from "react";
import { BackLink } from "../../ui/back-link.tsx";
import { Form, Link, useNavigation } from "react-router";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import type { Picture } from "../../photos/picture.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import type { RefusedName } from "./rename-answer.ts";
import { renameProblems } from "./rename-problems.ts";
import { Thumbnail } from "../thumbnail.tsx";

interface RenamePageProps {
  name: string;
  picture: Picture | null;
  next: string;
  answer: RefusedName | ConnectionLost | undefined;
}

export function RenamePage({ name, picture, next: asked, answer }: RenamePageProps) {
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
      <BackLink to={next}>Gallery</BackLink>
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
              <button className="btn btn-primary" aria-busy={busy || undefined}>
                Save
              </button>
              <Link className="btn btn-quiet" to={next}>
                Cancel
              </Link>
            </div>
          </Form>
        </div>
      </div>
    </main>
  );
}
