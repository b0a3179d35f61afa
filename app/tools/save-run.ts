import type { Answers, Tool } from "./tool.ts";

interface RunSoFar {
  draftId: string;
  answers: Answers;
  /** The id of the photo it works on, when that has just arrived. */
  photo?: string;
}

/** Keeps a run's answers on the server, behind the page, and its photo. True when they are kept. */
export async function saveRun(tool: Tool, { draftId, answers, photo }: RunSoFar): Promise<boolean> {
  try {
    const body = new URLSearchParams({ ...answers, tool: tool.id, ...(photo ? { photo } : {}) });
    const response = await fetch(`/api/drafts/${draftId}`, { method: "POST", body, keepalive: true });
    return response.ok;
  } catch {
    // No line: the next change saves again, and the last step sends every answer anyway.
    return false;
  }
}
