import type { Observation } from "./observation.ts";

/** GoTrue's endpoints (https://supabase.com/docs/reference/self-hosting-auth). */
const operations = ["token", "signup", "user", "verify", "recover", "resend", "logout", "admin", ".well-known"];

export function observedIdentityFetch(
  fetch: typeof globalThis.fetch,
  { call }: Pick<Observation, "call">,
  provider: string,
): typeof globalThis.fetch {
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const segment = pathname.split("/auth/v1/")[1]?.split("/")[0] ?? "";
    const operation = operations.includes(segment) ? segment.replace(".", "") : "other";
    return call({ provider, operation }, () => fetch(input, init), outcomeOf);
  };
}

/** 4xx: an error of the person or their session. 429: the project's limit. */
function outcomeOf({ ok, status }: Response): string {
  if (ok) return "ok";
  if (status === 429) return "limited";
  return status >= 500 ? "failed" : "refused";
}
