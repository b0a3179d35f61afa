import { Form, Link, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";
import { ErrorSummary, type FormProblem } from "../ui/error-summary.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Draft } from "./draft.server.ts";
import { GemBalance } from "./gem-balance.tsx";
import { ChosenPhoto, PhotoForm } from "./photo-forms.tsx";
import type { Tool } from "./tool.ts";

interface UploadScreenProps {
  tool: Tool;
  draft: Draft | null;
  /** What was wrong with the photo just sent. */
  problem: string | null;
  /** Why the last attempt with this draft failed. */
  failure: string | null;
  busy: boolean;
}

/** The photo on one side; what happens to it, what it costs and the button on the other. */
export function UploadScreen({ tool, draft, problem, failure, busy }: UploadScreenProps) {
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const problems: FormProblem[] = problem ? [{ field: "image", message: problem }] : [];
  return (
    <main id="main" className="wrap page">
      <PageTitle failed={Boolean(problem ?? failure)}>{tool.title}</PageTitle>
      <Link className="link-back" to="/dashboard">
        <Icon name="back" />
        Dashboard
      </Link>
      <div className="page-head">
        <h1>{tool.title}</h1>
        <p className="lede">{tool.lede}</p>
      </div>
      {problems.length || failure ? (
        <div className="mb-6 stack">
          <ErrorSummary problems={problems} />
          {failure && !problem ? <FailureNotice title={tool.failureTitle} text={failure} /> : null}
        </div>
      ) : null}
      <div className="tool">
        {draft ? (
          <ChosenPhoto draft={draft} busy={busy} problem={problem} />
        ) : (
          <PhotoForm busy={busy} problem={problem} />
        )}
        <div className="stack stack-6">
          <GemBalance gems={gems} />
          <section className="stack">
            <h2>What happens</h2>
            <ol className="stages">
              {tool.whatHappens.map(({ icon, text }) => (
                <li key={text} className="done">
                  <Icon name={icon} />
                  {text}
                </li>
              ))}
            </ol>
          </section>
          <p className="muted small">Your photo stays private. If anything fails, your gem comes back by itself.</p>
          {draft ? <StartForm tool={tool} draft={draft} busy={busy} /> : null}
        </div>
      </div>
    </main>
  );
}

function StartForm({ tool, draft, busy }: { tool: Tool; draft: Draft; busy: boolean }) {
  return (
    <Form className="actions" method="post" action={`${tool.path}/start`}>
      <input type="hidden" name="draft" value={draft.id} />
      <input type="hidden" name="key" value={draft.idempotencyKey} />
      <button className="btn btn-primary btn-lg" aria-busy={busy || undefined}>
        {tool.action}
        <span className="cost">
          <Icon name="gem" />1 gem
        </span>
      </button>
    </Form>
  );
}

function FailureNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="summary-box" role="alert" tabIndex={-1} data-focus-first>
      <h2>{title}</h2>
      <p>{text} Your gem was returned.</p>
    </div>
  );
}
