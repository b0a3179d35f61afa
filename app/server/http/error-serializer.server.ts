import { withoutPersonalData } from "../observability/without-personal-data.ts";

/** Logs a database error's code only, since drivers attach values; redacts other messages. */
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
