import { pino } from "pino";

/**
 * An error as the logs may keep it. Database drivers hang the statement's values on theirs (addresses, hashes, tokens),
 * and PostgreSQL quotes values in its messages: of a database error only its code and routine are kept.
 */
export function loggableError(error: Error): Record<string, unknown> {
  const { type, message, stack, code, routine } = pino.stdSerializers.err(error) as Record<string, unknown>;
  const fromDatabase = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  return fromDatabase ? { type, code, routine, stack: framesOf(stack) } : { type, message, code, stack };
}

/** The stack without its first lines, which repeat the message. */
function framesOf(stack: unknown): string {
  return String(stack)
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n");
}
