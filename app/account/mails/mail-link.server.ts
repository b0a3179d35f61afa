import { z } from "zod";
import { safePath } from "../../server/http/safe-path.ts";

const linkSchema = z.object({
  // GoTrue's hashes: 56 hexadecimal digits, or those after "pkce_".
  token_hash: z.string().regex(/^[\w-]{16,200}$/),
  type: z.enum(["email", "recovery"]),
});

export interface MailLink {
  tokenHash: string;
  type: "email" | "recovery";
  next: string;
}

/** Parses a mailed link; null when it is cut off or mistyped. */
export function readMailLink(url: URL): MailLink | null {
  const parsed = linkSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) return null;
  const { token_hash: tokenHash, type } = parsed.data;
  // A recovery link must lead to a new password, whatever its `next` names.
  const next = type === "recovery" ? "/reset-password" : safePath(url.searchParams.get("next"), "/dashboard");
  return { tokenHash, type, next };
}
