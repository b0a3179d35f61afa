import type { ChosenPhoto } from "./batch-draft.server.ts";

/** What the server said about a photo it has received: in the run, with all that are in it, or not, or nothing at all. */
export type Added =
  | { saving: "saved"; photos: ChosenPhoto[] }
  | { saving: "refused"; message: string }
  | { saving: "no-line" };

/** Puts an uploaded photo into a run over several, which begins with the first. Repeating it changes nothing. */
export const addToRun = (draftId: string, fields: { tool: string; photo: string; name: string }): Promise<Added> =>
  ask(draftId, fields);

/** Takes a photo out of a run. Repeating it changes nothing. */
export const removeFromRun = (draftId: string, photoId: string): Promise<Added> => ask(draftId, { remove: photoId });

async function ask(draftId: string, fields: Record<string, string>): Promise<Added> {
  try {
    const body = new URLSearchParams(fields);
    const response = await fetch(`/api/drafts/${draftId}/photos`, { method: "POST", body });
    if (response.status === 429 || response.status >= 500) return { saving: "no-line" };
    if (response.ok) return { saving: "saved", ...((await response.json()) as { photos: ChosenPhoto[] }) };
    const said = (await response.json().catch(() => ({}))) as { error?: string };
    return { saving: "refused", message: said.error ?? "It could not be changed. Please reload the page." };
  } catch {
    return { saving: "no-line" };
  }
}
