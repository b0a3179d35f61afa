import { createContext } from "react-router";

/**
 * docs/product/quality.md, "Security". High per address, because mobile networks share addresses;
 * low per account and address together. Sign-in limits count failures only.
 */
export const rateLimits = {
  signInFromAddress: { times: 100, minutes: 15 },
  signInFromSite: { times: 300, minutes: 15 },
  signInToAccount: { times: 100, minutes: 15 },
  signInToAccountFromAddress: { times: 15, minutes: 15 },
  signInToAccountFromSite: { times: 30, minutes: 15 },
  signInFromKnownDevice: { times: 15, minutes: 15 },
  signUpFromAddress: { times: 100, minutes: 60 },
  signUpFromSite: { times: 300, minutes: 60 },
  mailFromAddress: { times: 60, minutes: 60 },
  mailFromSite: { times: 180, minutes: 60 },
  mailToAccount: { times: 30, minutes: 60 },
  mailToAccountFromAddress: { times: 6, minutes: 60 },
  passwordByMember: { times: 10, minutes: 60 },
  changeByMember: { times: 600, minutes: 60 },
  exportByMember: { times: 6, minutes: 60 },
  batchDownloadByMember: { times: 60, minutes: 60 },
  payByMember: { times: 30, minutes: 60 },
  uploadByMember: { times: 200, minutes: 60 },
  startByMember: { times: 200, minutes: 60 },
  // Enough for all previews of about ten photos; each costs 0.1 to 0.5 s of CPU.
  previewByMember: { times: 600, minutes: 60 },
  // Each copy takes up to 1 s of CPU.
  copyByMember: { times: 200, minutes: 60 },
  saveByMember: { times: 3000, minutes: 60 },
  shareByMember: { times: 200, minutes: 60 },
  reportFromAddress: { times: 20, minutes: 60 },
  // Mail servers unsubscribe many people from one address, so this counts only wrong tokens.
  unsubscribeFromAddress: { times: 100, minutes: 60 },
  unsubscribeByMember: { times: 20, minutes: 60 },
  reportOfShare: { times: 100, minutes: 60 },
  // A try-out costs about 5 s of CPU at the lowest priority, and an hour of storage for a photo.
  tryoutFromNetwork: { times: 30, minutes: 60 },
  tryoutsInAll: { times: 300, minutes: 60 },
  // Networks that use up their 30 leave half of the total to the first try-outs of other networks.
  firstTryoutsOfNetwork: { times: 3, minutes: 60 },
  furtherTryoutsInAll: { times: 150, minutes: 60 },
  pictureOfTryout: { times: 200, minutes: 60 },
  // Shared by all processes (gems/audit/audit-gems.server.ts).
  ledgerAudit: { times: 1, minutes: 14 },
} as const;

export type RateLimitName = keyof typeof rateLimits;

export function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}

/** The network of an address for limits: IPv4 unchanged, the /64 of IPv6. */
export const networkOf = (address: string): string => prefixOf(address, 4);

/** The site of an address: IPv4 unchanged, the /48 of IPv6 (RFC 6177). */
export const siteOf = (address: string): string => prefixOf(address, 3);

/** The network of an address for visitors' photos: the /24 of IPv4, the /48 of IPv6. */
export const wideNetworkOf = (address: string): string => siteOf(address).replace(/(\.\d+)$/, ".0/24");

function prefixOf(address: string, length: number): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  while (groups.length + after.length < 8) groups.push("0");
  return `${[...groups, ...after].slice(0, length).join(":")}::/${length * 16}`;
}

export type RateLimitSubjects = Partial<Record<RateLimitName, string>>;

export interface RateLimiter {
  /** Returns the seconds to wait, 0 if allowed. Stores subjects as keyed hashes only. */
  take(subjects: RateLimitSubjects): Promise<number>;
  giveBack(subjects: RateLimitSubjects): Promise<void>;
}

export const rateLimiterContext = createContext<RateLimiter>();
