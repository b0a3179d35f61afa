import { Form, Link } from "react-router";
import type { RunScreenProps } from "./run-screen.tsx";
import type { ToolRun } from "./use-tool-run.ts";

/** The member's presets of this tool, and what the chosen one does; with a photo, the way on with it. */
export function PresetChoice({ tool, draft, presets, preset, run }: RunScreenProps & { run: ToolRun }) {
  const { runId } = run;
  return (
    <section className="stack">
      <div className="head-row">
        <h2>Your presets</h2>
        <Link className="link-tap" to="/presets">
          All presets
        </Link>
      </div>
      <ul className="row">
        {presets.map(({ id, name }) => (
          <li key={id}>
            <Link
              className={`btn btn-sm ${id === preset?.id ? "btn-primary" : "btn-secondary"}`}
              to={`?${runId ? `draft=${runId}&` : ""}preset=${id}`}
              aria-current={id === preset?.id || undefined}
              preventScrollReset
            >
              <span className="wraps">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="stack" role="status">
        {preset ? <p className="panel small">{preset.inWords}</p> : null}
      </div>
      {preset && runId && (draft?.photo || "src" in run.upload) ? (
        <Form
          method="post"
          action={`${tool.path}/preset`}
          onSubmit={(event) => {
            event.preventDefault();
            run.goWithPreset();
          }}
        >
          <input type="hidden" name="draft" value={runId} />
          <input type="hidden" name="preset" value={preset.id} />
          <button className="btn btn-primary btn-lg">Continue</button>
        </Form>
      ) : null}
    </section>
  );
}
