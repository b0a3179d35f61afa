import { Form } from "react-router";
import { PresetLinks } from "./preset-links.tsx";
import type { RunScreenProps } from "../wizard/run-screen.tsx";
import type { ToolRun } from "../wizard/use-tool-run.ts";

export function PresetChoice({ tool, draft, presets, preset, run }: RunScreenProps & { run: ToolRun }) {
  const { runId } = run;
  return (
    <section className="grid grid-cols-1 gap-4">
      <PresetLinks {...{ presets, preset }} to={(id) => `?${runId ? `draft=${runId}&` : ""}preset=${id}`} />
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
          <button className="btn btn-lg btn-primary">Continue</button>
        </Form>
      ) : null}
    </section>
  );
}
