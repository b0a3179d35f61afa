import { type ReactNode, useMemo } from "react";
import { BackLink } from "../../ui/page-head.tsx";
import { Form, Link, useNavigation } from "react-router";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { mostPresets, type NameProblem, nameProblems } from "./preset-name.ts";

interface NamePageProps {
  title: string;
  /** The page before. */
  back: { to: string; label: string };
  name: string;
  answer: RefusedName | ConnectionLost | undefined;
  /** Explains the name. */
  children?: ReactNode;
}

export function NamePage({ title, back, name, answer, children }: NamePageProps) {
  const refused = answer && "problem" in answer ? answer : null;
  const connectionError = answer && "lost" in answer ? answer.lost : undefined;
  const error = refused && refused.problem !== "full" ? nameProblems[refused.problem] : undefined;
  const problems = useMemo(() => {
    if (refused?.problem === "full") return [{ message: full }];
    return error ? [{ field: "name", message: error }] : connectionError ? [{ message: connectionError }] : [];
  }, [refused, error, connectionError]);
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle failed={problems.length > 0}>{title}</PageTitle>
      <BackLink to={back.to}>{back.label}</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>{title}</h1>
        {children}
      </div>
      <div className="grid grid-cols-1 gap-6">
        <ErrorSummary problems={problems} />
        <Form className="grid grid-cols-1 gap-6" method="post" noValidate>
          <Field
            id="name"
            name="name"
            label="Name"
            autoComplete="off"
            defaultValue={refused?.name ?? name}
            error={error}
            hint="For example: Beach portrait"
          />
          <div className="flex flex-wrap items-center gap-3">
            <button type="submit" className="btn-primary" aria-busy={busy || undefined}>
              Save
            </button>
            <Link className="btn-quiet" to={back.to}>
              Cancel
            </Link>
          </div>
        </Form>
      </div>
    </main>
  );
}

const full = `You have ${mostPresets} presets, the most you can save. Please delete one first.`;

/** The form's state after an error. */
export interface RefusedName {
  name: string;
  problem: NameProblem | "full";
}
