const replacements: [RegExp, string][] = [
  [/(\b\w+:\/\/)[^\s/@"']+@/g, "$1(credentials)@"],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, "(address)"],
  [/\?[^\s"')]*/g, "?(query)"],
  [/\beyJ[\w-]+(?:\.[\w-]*)*/g, "(token)"],
  [/\b(?:sk|pk|sb)_[\w]{8,}/g, "(key)"],
  [/\bBearer\s+\S+/gi, "Bearer (token)"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "(address)"],
  [
    /\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\b|\b[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5}::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?/gi,
    "(address)",
  ],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "(id)"],
  [/\b(?=\w*\d)[\w-]{24,}\b/g, "(secret)"],
  [/"[^"]*"|'[^']*'|`[^`]*`/g, "(quoted)"],
  [/\+?\d[\d ]{8,}\d/g, "(number)"],
];

/** Cut first: some patterns take quadratic time. */
const maxCharacters = 2_000;

/** Redacts text that leaves the machine or that foreign code wrote. */
export function withoutPersonalData(text: string): string {
  const short = text.slice(0, maxCharacters);
  return replacements.reduce((redacted, [pattern, placeholder]) => redacted.replace(pattern, placeholder), short);
}
