import { Form, Link } from "react-router";
import { useWizard } from "../wizard/wizard.tsx";
import type { PresetChoice } from "./preset-choice.server.ts";

export function PresetLinks({ presets, preset, to }: PresetChoice & { to: (presetId: string) => string }) {
  return (
    <>
      <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>Your presets</h2>
        <Link className="inline-flex min-h-tap min-w-tap items-center font-medium" to="/presets">
          All presets
        </Link>
      </div>
      <ul className="flex flex-wrap items-center gap-3">
        {presets.map(({ id, name }) => (
          <li key={id}>
            <Link
              className={`btn-sm ${id === preset?.id ? "btn-primary" : "btn-secondary"}`}
              to={to(id)}
              aria-current={id === preset?.id || undefined}
              preventScrollReset
            >
              <span className="block max-w-full min-w-0 wrap-anywhere">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-1 gap-4" role="status">
        {preset ? <p className="panel text-sm">{preset.description}</p> : null}
      </div>
    </>
  );
}

/** On a tool's first step. */
export function PresetChoice() {
  const { tool, draft, draftId, presets, preset, upload, goWithPreset } = useWizard();
  return (
    <section className="grid grid-cols-1 gap-4">
      <PresetLinks {...{ presets, preset }} to={(id) => `?${draftId ? `draft=${draftId}&` : ""}preset=${id}`} />
      {preset && draftId && (draft?.photo || "src" in upload) ? (
        <Form
          method="post"
          action={`${tool.path}/preset`}
          onSubmit={(event) => {
            event.preventDefault();
            goWithPreset();
          }}
        >
          <input type="hidden" name="draft" value={draftId} />
          <input type="hidden" name="preset" value={preset.id} />
          <button type="submit" className="btn-lg btn-primary">
            Continue
          </button>
        </Form>
      ) : null}
    </section>
  );
}
