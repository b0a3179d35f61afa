/**
 * How often things may be tried (quality.md, Security, Accounts): by address, by account, by member. Generous by
 * address, because many people share one on mobile networks; tight by account, where guessing happens.
 */
export const rateLimits = {
  signInFromAddress: { times: 100, minutes: 15 },
  signInToAccount: { times: 20, minutes: 15 },
  signUpFromAddress: { times: 100, minutes: 60 },
  mailFromAddress: { times: 60, minutes: 60 },
  mailToAccount: { times: 6, minutes: 60 },
  uploadByMember: { times: 200, minutes: 60 },
  startByMember: { times: 200, minutes: 60 },
} as const;

export type RateLimitName = keyof typeof rateLimits;

export interface RateLimiter {
  /**
   * Counts one try under each limit and tells how long to wait, in seconds, when one is used up; 0 when not.
   * `subjects` are what is limited: an address, an e-mail address, a member's id. They are kept as keyed hashes only.
   */
  take(subjects: Partial<Record<RateLimitName, string>>): Promise<number>;
}

/** What a person reads who has to wait. */
export function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}
