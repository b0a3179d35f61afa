/** What the server said about a photo it has received: in the run, or not, or nothing at all. */
export type Added = { saving: "saved" } | { saving: "refused"; message: string } | { saving: "no-line" };

/** Puts an uploaded photo into a run over several, which begins with the first. Repeating it changes nothing. */
export async function addToRun(draftId: string, fields: { tool: string; photo: string; name: string }): Promise<Added> {
  try {
    const body = new URLSearchParams(fields);
    const response = await fetch(`/api/drafts/${draftId}/photos`, { method: "POST", body });
    if (response.ok) return { saving: "saved" };
    if (response.status === 429 || response.status >= 500) return { saving: "no-line" };
    const said = (await response.json().catch(() => ({}))) as { error?: string };
    return { saving: "refused", message: said.error ?? "It could not be added. Please choose it again." };
  } catch {
    return { saving: "no-line" };
  }
}
