import type { Logger } from "pino";
import { z } from "zod";

/** `mails`: emails an hour. `requests`: requests of one address, the server's while IP address forwarding is off. */
export type ProjectLimit = "mails" | "requests";

const problems: Record<ProjectLimit, string> = {
  mails: "Supabase Auth reached its limit of emails an hour (auth.rate_limit.email_sent)",
  requests: "Supabase Auth limits our requests: is IP address forwarding on, and auth.rate_limit high enough?",
};

/** How long `problem` reports a limit, in ms. */
const reportedMs = 3_600_000;

/**
 * Reports limits of the whole Supabase project (docs/deployment.md, "Limits of Supabase Auth") to the operator: a log
 * line, `onLimit`, and `problem` for an hour. The cooldown of one email address does not count.
 */
export function watchProjectLimits(
  fetch: typeof globalThis.fetch,
  { log, onLimit, now = Date.now }: { log: Logger; onLimit: (limit: ProjectLimit) => void; now?: () => number },
): { fetch: typeof globalThis.fetch; problem: () => string | null } {
  let latest: { limit: ProjectLimit; at: number } | null = null;
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const limit = response.status === 429 ? await projectLimit(response.clone()) : null;
      if (limit) {
        latest = { limit, at: now() };
        log.error({ limit }, problems[limit]);
        onLimit(limit);
      }
      return response;
    },
    problem: () => (latest && now() - latest.at < reportedMs ? problems[latest.limit] : null),
  };
}

/** https://supabase.com/docs/guides/auth/debugging/error-codes */
const refusalSchema = z.object({
  error_code: z.string().optional(),
  code: z.unknown().optional(),
  msg: z.string().catch(""),
  message: z.string().catch(""),
});

async function projectLimit(response: Response): Promise<ProjectLimit | null> {
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null)).data;
  if (!refusal) return null;
  const code = refusal.error_code ?? refusal.code;
  if (code === "over_request_rate_limit") return "requests";
  const cooldown = `${refusal.msg}${refusal.message}`.startsWith("For security purposes");
  return code === "over_email_send_rate_limit" && !cooldown ? "mails" : null;
}
