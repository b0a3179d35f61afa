/** `path`, remembering where the person wanted to go. An empty `next` adds nothing. */
export function withNext(path: string, next: string): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}
