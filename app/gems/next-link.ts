import { safePath } from "../server/http/safe-path.ts";

/** The page to return to (`?next=`), only as a path on this origin. */
export const nextOf = (value: FormDataEntryValue | null): string | null => safePath(value, "") || null;

export function withNext(path: string, next: string | null): string {
  return next ? `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ next })}` : path;
}
