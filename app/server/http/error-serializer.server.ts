import { withoutPersonalData } from "../observability/without-personal-data.ts";

/**
 * An error as the logs may keep it. Database drivers hang the statement's values on theirs (addresses, hashes, tokens),
 * and PostgreSQL quotes values in its messages: of a database error only its code and routine are kept. Other messages
 * name files as members called them, so what may be somebody's is left out; of its causes only their types and codes
 * are kept.
 */
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

/** A cause may have itself as its cause. */
const mostCauses = 5;

function causesOf(error: Error): { type: string; code: unknown }[] {
  const causes: { type: string; code: unknown }[] = [];
  for (let { cause } = error; cause instanceof Error && causes.length < mostCauses; cause = cause.cause) {
    causes.push({ type: typeOf(cause), code: (cause as { code?: unknown }).code });
  }
  return causes;
}

const typeOf = (error: Error) => error.constructor?.name || error.name;

/** The stack without its first lines, which repeat the message. */
function framesOf(stack: unknown): string {
  return String(stack)
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n");
}
