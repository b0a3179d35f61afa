import { z } from "zod";
import { safePath } from "../../server/http/safe-path.ts";

const linkSchema = z.object({
  // GoTrue's hashes are 56 hexadecimal digits, or those after "pkce_".
  token_hash: z.string().regex(/^[\w-]{16,200}$/),
  type: z.enum(["email", "recovery"]),
});

export interface MailLink {
  tokenHash: string;
  /** `email` confirms an address, `recovery` allows a new password. */
  type: "email" | "recovery";
  /** Where the link leads once it is spent. */
  next: string;
}

/** What a mail's link asks for, from its URL; null when it is no such link (cut off, mistyped). */
export function readMailLink(url: URL): MailLink | null {
  const parsed = linkSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) return null;
  const { token_hash: tokenHash, type } = parsed.data;
  // A recovery link is for choosing a password, wherever else it says it leads.
  const next = type === "recovery" ? "/reset-password" : safePath(url.searchParams.get("next"), "/dashboard");
  return { tokenHash, type, next };
}
