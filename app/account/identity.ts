import { createContext } from "react-router";

/**
 * The port to Supabase Auth, or to the embedded identity with the same protocol. One
 * `IdentitySession` reads and writes the cookies of one request.
 */
export interface Member {
  /** auth.users.id, a UUID. */
  id: string;
  email: string;
}

/** `message` is the provider's text, shown to the user. */
export interface IdentityRefusal {
  ok: false;
  problem:
    | "invalid-credentials"
    | "email-not-confirmed"
    | "weak-password"
    | "same-password"
    | "too-many-requests"
    | "link-invalid"
    | "unavailable"
    | "refused";
  message: string;
  link?: "used" | "expired";
  retryAfterSeconds?: number;
}
export type IdentityAnswer = { ok: true } | IdentityRefusal;
export type SignUpAnswer = { ok: true; createdId: string | null } | IdentityRefusal;
/** `justConfirmed`: this link confirmed the address. */
export type VerifiedLink = { ok: true; justConfirmed: boolean } | IdentityRefusal;

export interface IdentitySession {
  /** Reason why `member` or `provenMember` returned null for a request with a session. */
  lost(): "ended" | "unreachable" | null;
  /**
   * Reads the cookies' access token, refreshed if 90 s or less remain; null when signed out. Verifies it with the
   * identity server if a session of the member has ended since the token was issued.
   */
  member(): Promise<Member | null>;
  /** Verifies the session with the identity server: for payments, changes and deletions. */
  provenMember(): Promise<Member | null>;
  /**
   * Mails the link; does not sign in. The response is the same for known addresses. `createdId`: the account
   * that this call may have created, so its password is valid.
   */
  signUp(input: { fullName: string; email: string; password: string }): Promise<SignUpAnswer>;
  signIn(input: { email: string; password: string }): Promise<IdentityAnswer>;
  /** Clears the cookies even if the server does not answer. */
  signOut(): Promise<IdentityAnswer>;
  /** Ends every session of the member at once; leaves the cookies if the server does not answer. */
  signOutEverywhere(): Promise<IdentityAnswer>;
  /** Gives the same response for known, confirmed and unknown addresses. */
  resendConfirmation(email: string): Promise<IdentityAnswer>;
  /**
   * Uses a mailed token and signs in: `email` confirms an address, `recovery` allows a new
   * password.
   */
  verifyLink(input: { tokenHash: string; type: "email" | "recovery" }): Promise<VerifiedLink>;
  /**
   * Sets the password after a mailed link, ends other sessions, and removes the name if the
   * password differs: a stranger may have chosen both.
   */
  settlePassword(password: string): Promise<{ ok: true; replaced: boolean } | IdentityRefusal>;
  /** Gives the same response for unknown addresses. */
  requestPasswordReset(email: string): Promise<IdentityAnswer>;
  /** Non-null if a mailed link opened this session within about an hour. */
  mailProvenMember(): Promise<Member | null>;
  /**
   * Ends other sessions. `invalid-credentials` for a wrong `current`; without `current` the session
   * must be mail-proven.
   */
  changePassword(input: { password: string; current?: string }): Promise<IdentityAnswer>;
  /** Deletes the account and its rows, and ends every session. */
  deleteAccount(password: string): Promise<IdentityAnswer>;
}

export interface Identity {
  /**
   * `responseHeaders` receives cookies and cache headers. `clientAddress` is forwarded; otherwise the provider
   * would rate-limit all clients as one. `trustsToken`: `member` skips the verification, for thumbnails.
   */
  session(
    request: Request,
    responseHeaders: Headers,
    options?: { clientAddress?: string | null; trustsToken?: boolean },
  ): IdentitySession;
}

export const identityContext = createContext<Identity>();
export const identitySessionContext = createContext<IdentitySession>();
/** Set by the members-only layout; reading it elsewhere throws. */
export const memberContext = createContext<Member>();
