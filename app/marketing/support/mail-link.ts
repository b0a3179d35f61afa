export function mailLink(to: string, subject: string, lines: readonly string[] = []): string {
  // Mail programs read + as a plus.
  const query = [["subject", subject] as const, ...(lines.length ? [["body", lines.join("\r\n")] as const] : [])]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `mailto:${to}?${query}`;
}
