/** A link that opens a mail which is begun already: to whom, about what, with what support needs to know. */
export function mailLink(to: string, subject: string, lines: readonly string[] = []): string {
  // Mail programs take a + for a plus, not for a space.
  const query = [["subject", subject] as const, ...(lines.length ? [["body", lines.join("\r\n")] as const] : [])]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `mailto:${to}?${query}`;
}
