import { Link } from "react-router";
import type { Draft } from "../drafts/read-draft.server.ts";
import type { ToolRun } from "../wizard/use-tool-run.ts";

export function AdjustLink({ draft, run: { upload, step, presetId } }: { draft: Draft | null; run: ToolRun }) {
  const coming = upload.phase !== "idle" && upload.phase !== "arrived";
  if (!draft?.photo || coming) return null;
  const query = step ? `?step=${step.id}` : presetId ? `?preset=${presetId}` : "";
  return (
    <Link
      className="inline-flex min-h-tap min-w-tap items-center text-sm font-medium"
      to={`/adjust/${draft.id}${query}`}
    >
      Crop or rotate
    </Link>
  );
}
