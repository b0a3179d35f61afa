/** Refuses control characters and `\`: browsers strip tabs and line breaks and read `\` as `/`. */
export function safePath(next: FormDataEntryValue | null | undefined, fallback: string): string {
  if (typeof next !== "string" || !next.startsWith("/") || next.length > 2000) return fallback;
  if (/^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(next)) return fallback;
  const resolved = new URL(next, "http://own.invalid");
  // Resolving dots can produce two slashes: "/..//evil.example" becomes "//evil.example".
  if (resolved.origin !== "http://own.invalid" || resolved.pathname.startsWith("//")) return fallback;
  return resolved.pathname + resolved.search + resolved.hash;
}

/** Returns the page to return to (`?next=`), only as a path on this origin. */
export const nextOf = (value: FormDataEntryValue | null): string | null => safePath(value, "") || null;

export function withNext(path: string, next: string | null): string {
  return next ? `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ next })}` : path;
}
