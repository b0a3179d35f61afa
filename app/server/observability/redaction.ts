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

/** Text is cut first, because some patterns take quadratic time. */
const maxCharacters = 2_000;

/** Redacts text that leaves the machine or comes from third-party code. */
export function withoutPersonalData(text: string): string {
  const short = text.slice(0, maxCharacters);
  return replacements.reduce((redacted, [pattern, placeholder]) => redacted.replace(pattern, placeholder), short);
}

/** Logs only a database error's code, since drivers attach values; redacts other messages. */
export function loggableError(error: Error): Record<string, unknown> {
  const { code, routine } = error as Error & { code?: unknown; routine?: unknown };
  const fromDatabase = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  const message = withoutPersonalData(error.message);
  const causes = causesOf(error);
  return {
    type: typeOf(error),
    ...(fromDatabase ? { code, routine } : { message, code }),
    ...(causes.length ? { causes } : {}),
    stack: framesOf(error.stack),
  };
}

const maxCauses = 5;

function causesOf(error: Error): { type: string; code: unknown }[] {
  const causes: { type: string; code: unknown }[] = [];
  for (let { cause } = error; cause instanceof Error && causes.length < maxCauses; cause = cause.cause) {
    causes.push({ type: typeOf(cause), code: (cause as { code?: unknown }).code });
  }
  return causes;
}

const typeOf = (error: Error) => error.constructor?.name || error.name;

function framesOf(stack: unknown): string {
  return String(stack)
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n");
}

const withToken = /\/[^/]*[0-9a-f]{32}[^/]*/gi;

const withName = /^(\/api\/images\/[0-9a-f-]{36})\/.*/i;

/** Returns a path for the log, without share tokens and image names. */
export function loggedPath({ url }: Pick<Request, "url">): string {
  const { pathname } = new URL(url);
  const plain = pathname.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
  return plain.replace(withToken, "/…").replace(withName, "$1/…");
}
