import type { ChosenPhoto } from "./batch-draft.server.ts";

/** The server's answer on an added photo, with all photos of the draft; or no answer. */
export type Added =
  | { saving: "saved"; photos: ChosenPhoto[] }
  | { saving: "refused"; message: string }
  | { saving: "offline" };

/** Creates the draft with its first photo; repeatable. */
export const addToRun = (draftId: string, fields: { tool: string; photo: string; name: string }): Promise<Added> =>
  send(draftId, fields);

/** Repeatable. */
export const removeFromRun = (draftId: string, photoId: string): Promise<Added> => send(draftId, { remove: photoId });

async function send(draftId: string, fields: Record<string, string>): Promise<Added> {
  try {
    const body = new URLSearchParams(fields);
    const response = await fetch(`/api/drafts/${draftId}/photos`, { method: "POST", body });
    if (response.status === 429 || response.status >= 500) return { saving: "offline" };
    if (response.ok) return { saving: "saved", ...((await response.json()) as { photos: ChosenPhoto[] }) };
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    return { saving: "refused", message: error ?? "It could not be changed. Please reload the page." };
  } catch {
    return { saving: "offline" };
  }
}
