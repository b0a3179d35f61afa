/**
 * `next` from a URL, if it is a path on our own origin; otherwise `fallback`. Browsers strip tabs and line breaks and
 * read `\` as `/`, so that `/\t/evil.example` would leave the site: such paths are refused, not repaired.
 */
export function safePath(next: FormDataEntryValue | null | undefined, fallback: string): string {
  if (typeof next !== "string" || !next.startsWith("/") || next.length > 2000) return fallback;
  if (/^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(next)) return fallback;
  const resolved = new URL(next, "http://own.invalid");
  // Resolving dots can bring two slashes to the front: "/..//evil.example" is the path "//evil.example".
  if (resolved.origin !== "http://own.invalid" || resolved.pathname.startsWith("//")) return fallback;
  return resolved.pathname + resolved.search + resolved.hash;
}
