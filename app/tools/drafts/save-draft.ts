import { storableLength } from "../answers.ts";
import type { Answers, Tool } from "../tool.ts";

interface RunSoFar {
  draftId: string;
  answers: Answers;
  /** The id of the photo it works on, when that has just arrived. */
  photo?: string;
}

/** What became of a save. `refused` will not be mended by saving again. */
export type Saving = { saving: "saved" } | { saving: "refused" } | { saving: "no-line" };

/** Keeps a run's answers on the server, behind the page, and its photo. */
export async function saveDraft(tool: Tool, { draftId, answers, photo }: RunSoFar): Promise<Saving> {
  const body = new URLSearchParams({ tool: tool.id, ...(photo ? { photo } : {}) });
  for (const [name, value] of Object.entries(answers)) if (value.length <= storableLength) body.set(name, value);
  try {
    const { ok, status } = await fetch(`/api/drafts/${draftId}`, { method: "POST", body, keepalive: isShort(body) });
    if (ok) return { saving: "saved" };
    return { saving: status === 429 || status >= 500 ? "no-line" : "refused" };
  } catch {
    // The next change saves again, and the last step sends every answer anyway.
    return { saving: "no-line" };
  }
}

/** Browsers let requests outlive their page only up to 64 KiB (Fetch, "keepalive"). */
const isShort = (body: URLSearchParams) => body.toString().length < 60_000;
