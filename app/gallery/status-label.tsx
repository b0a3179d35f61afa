import { Icon } from "../ui/icon.tsx";
import type { HistoryEntry } from "./gallery-query.server.ts";

interface StatusLabelProps {
  status: HistoryEntry["status"];
  /** Percent; shown while processing. */
  progress?: number;
  /** It ended without a result because the photo needed nothing: no failure to its owner. */
  neededNothing?: boolean;
}

/** How a transformation stands, as icon and words. */
export function StatusLabel({ status, progress, neededNothing = false }: StatusLabelProps) {
  const { icon, look, words } = neededNothing ? nothingNeeded : shown[status];
  return (
    <span className={`status-line ${look}`}>
      <Icon name={icon} />
      {status === "processing" && progress !== undefined ? `${words}, ${progress}%` : words}
    </span>
  );
}

const nothingNeeded = { icon: "check", look: "text-ink-2", words: "Nothing to enhance" } as const;

const shown = {
  processing: { icon: "clock", look: "text-ink-2", words: "Processing" },
  completed: { icon: "check", look: "text-gem", words: "Completed" },
  failed: { icon: "warning", look: "text-danger", words: "Failed" },
} as const;
