import { storableLength } from "../answers.ts";
import type { Answers, Tool } from "../tool.ts";

interface RunSoFar {
  draftId: string;
  answers: Answers;
  photo?: string;
}

/** `refused`: a retry will not help. */
export type Saving = { saving: "saved" } | { saving: "refused" } | { saving: "offline" };

/** Saves in the background. */
export async function saveDraft(tool: Tool, { draftId, answers, photo }: RunSoFar): Promise<Saving> {
  const body = new URLSearchParams({ tool: tool.id, ...(photo ? { photo } : {}) });
  for (const [name, value] of Object.entries(answers)) if (value.length <= storableLength) body.set(name, value);
  try {
    const { ok, status } = await fetch(`/api/drafts/${draftId}`, { method: "POST", body, keepalive: isShort(body) });
    if (ok) return { saving: "saved" };
    return { saving: status === 429 || status >= 500 ? "offline" : "refused" };
  } catch {
    // The next change saves again, and the last step sends every answer.
    return { saving: "offline" };
  }
}

/** Browsers allow 64 KiB for keepalive requests (Fetch, "keepalive"). */
const isShort = (body: URLSearchParams) => body.toString().length < 60_000;
