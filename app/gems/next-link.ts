import { safePath } from "../server/http/safe-path.ts";

/**
 * Someone sent here for gems out of a tool brings the page they left (`?next=`), which only goes into links back.
 * Anything but a path on our own origin is dropped.
 */
export const nextOf = (value: FormDataEntryValue | null): string | null => safePath(value, "") || null;

/** `path` with the page to come back to added to its query, when there is one. */
export function withNext(path: string, next: string | null): string {
  return next ? `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ next })}` : path;
}
