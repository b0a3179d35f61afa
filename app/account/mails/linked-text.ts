export type TextPart = { kind: "text" | "link"; text: string };

/** Plain text cut at its http(s) addresses. Joined again, the parts are the text. */
export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g)) {
    if (index > end) parts.push({ kind: "text", text: text.slice(end, index) });
    parts.push({ kind: "link", text: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}
