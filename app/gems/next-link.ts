/**
 * Someone sent here for gems out of a tool brings the run they left (`?draft=<id>`). The id only goes into links back,
 * where the tool looks for a run of this member's own; anything but an id is dropped.
 */
export function draftOf(value: FormDataEntryValue | null): string | null {
  return typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : null;
}

/** `path` with the draft added to its query, when there is one. */
export function withDraft(path: string, draft: string | null): string {
  return draft ? `${path}${path.includes("?") ? "&" : "?"}draft=${draft}` : path;
}
