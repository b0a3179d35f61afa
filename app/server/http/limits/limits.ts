/**
 * How often things may be tried (docs/product/quality.md, "Security"): by address, by account, by both, by member.
 * Generous by address, because many people share one on mobile networks; tight by account and address together, where
 * guessing happens. Of sign-ins only failures count.
 */
export const rateLimits = {
  signInFromAddress: { times: 100, minutes: 15 },
  signInToAccount: { times: 100, minutes: 15 },
  signInToAccountFromAddress: { times: 15, minutes: 15 },
  signInToAccountFromSite: { times: 30, minutes: 15 },
  signInFromKnownDevice: { times: 15, minutes: 15 },
  signUpFromAddress: { times: 100, minutes: 60 },
  mailFromAddress: { times: 60, minutes: 60 },
  mailToAccount: { times: 30, minutes: 60 },
  mailToAccountFromAddress: { times: 6, minutes: 60 },
  passwordByMember: { times: 10, minutes: 60 },
  changeByMember: { times: 600, minutes: 60 },
  exportByMember: { times: 6, minutes: 60 },
  batchDownloadByMember: { times: 60, minutes: 60 },
  payByMember: { times: 30, minutes: 60 },
  uploadByMember: { times: 200, minutes: 60 },
  startByMember: { times: 200, minutes: 60 },
  // All previews of about ten photos; each costs 0.1 to 0.5 s of CPU.
  previewByMember: { times: 600, minutes: 60 },
  saveByMember: { times: 3000, minutes: 60 },
  shareByMember: { times: 200, minutes: 60 },
  reportFromAddress: { times: 20, minutes: 60 },
  reportOfShare: { times: 100, minutes: 60 },
  // No person's: whichever process comes first looks at the whole ledger (gems/audit/sweep-ledger.server.ts).
  ledgerAudit: { times: 1, minutes: 14 },
} as const;

export type RateLimitName = keyof typeof rateLimits;

export interface RateLimiter {
  /**
   * Counts one try under each limit and tells how long to wait, in seconds, when one is used up; 0 when not.
   * `subjects` are what is limited: an address, an email address, a member's id. They are kept as keyed hashes only.
   */
  take(subjects: Partial<Record<RateLimitName, string>>): Promise<number>;
  /** Takes one counted try under each limit back, where it turned out to be none to limit. */
  giveBack(subjects: Partial<Record<RateLimitName, string>>): Promise<void>;
}

/** What a person reads who has to wait. */
export function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}

/** The network an address belongs to, as limits count it: IPv4 as it is, of IPv6 the /64 one customer is given. */
export const networkOf = (address: string): string => prefixOf(address, 4);

/** The site of an address: IPv4 as it is, of IPv6 the /48 that a provider gives to one customer at most (RFC 6177). */
export const siteOf = (address: string): string => prefixOf(address, 3);

function prefixOf(address: string, length: number): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  while (groups.length + after.length < 8) groups.push("0");
  return `${[...groups, ...after].slice(0, length).join(":")}::/${length * 16}`;
}
