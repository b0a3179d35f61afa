/**
 * The port to whoever proves people's identity: Supabase Auth, or the embedded identity speaking the same protocol
 * One `IdentitySession` belongs to one request; it reads and writes that request's cookies.
 */
export interface Member {
  /** auth.users.id, a UUID. */
  id: string;
  email: string;
}

/** Why identity said no. `message` is the provider's own sentence, fit to be shown. */
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
  /** Of an invalid link: what is wrong with it, where that is known. */
  link?: "used" | "expired";
  /** How long to wait, when it is known. */
  retryAfterSeconds?: number;
}
export type IdentityAnswer = { ok: true } | IdentityRefusal;
export type SignUpAnswer = { ok: true; createdId: string | null } | IdentityRefusal;
/** `justConfirmed`: this link confirmed the address, whichever of the two kinds it is. */
export type VerifiedLink = { ok: true; justConfirmed: boolean } | IdentityRefusal;

export interface IdentitySession {
  /**
   * Why a request that came with a session is nobody's, once `member` or `provenMember` said so: the session is over
   * for good, or identity could not be asked. Null for everyone else.
   */
  lost(): "ended" | "unreachable" | null;
  /** Who the cookies' access token says is here, refreshed when 90 s or less remain; null when signed out. */
  member(): Promise<Member | null>;
  /** The same, asked of the identity server: for whatever spends, pays, changes or deletes. */
  provenMember(): Promise<Member | null>;
  /**
   * Creates an unconfirmed account and mails its link. Answers the same for a known address. Does not sign in.
   * `createdId` is the account's id where this very sign-up may have created it, so that its password is in force.
   */
  signUp(input: { fullName: string; email: string; password: string }): Promise<SignUpAnswer>;
  signIn(input: { email: string; password: string }): Promise<IdentityAnswer>;
  /** Ends this session on the server and clears its cookies. Cookies are cleared even when the server is away. */
  signOut(): Promise<IdentityAnswer>;
  /** Mails the confirmation link again. Answers the same for known, confirmed and unknown addresses. */
  resendConfirmation(email: string): Promise<IdentityAnswer>;
  /** Spends a mail link's token and signs in: `email` confirms an address, `recovery` allows a new password. */
  verifyLink(input: { tokenHash: string; type: "email" | "recovery" }): Promise<VerifiedLink>;
  /**
   * Puts a password in force for the member whose mailed link was just spent, and ends their other sessions. Where it
   * is another than before, somebody else may have chosen that one and the name, which is removed too.
   */
  settlePassword(password: string): Promise<{ ok: true; replaced: boolean } | IdentityRefusal>;
  /** Mails a password reset link. Answers the same for unknown addresses. */
  requestPasswordReset(email: string): Promise<IdentityAnswer>;
  /** The proven member, where a mailed link opened this session about an hour ago or less (the life of such a link). */
  mailProvenMember(): Promise<Member | null>;
  /**
   * Sets the signed-in member's password and ends their other sessions. Refuses with `invalid-credentials` where
   * `current` is not the password in force; without `current` a mailed link must have opened the session, as above.
   */
  changePassword(input: { password: string; current?: string }): Promise<IdentityAnswer>;
  /**
   * Deletes the signed-in member's account for good, their password given again; every session of theirs ends. The
   * database takes what belongs to them with it.
   */
  deleteAccount(password: string): Promise<IdentityAnswer>;
}

export interface Identity {
  /**
   * `responseHeaders` receives the Set-Cookie and cache headers the answer must carry. `clientAddress` is passed on to
   * a hosted identity, which would otherwise see our server's address behind everyone and limit them together.
   */
  session(request: Request, responseHeaders: Headers, options?: { clientAddress?: string | null }): IdentitySession;
}
