import type { IdentityAnswer, IdentitySession } from "../identity.ts";

/** Ends every session, this one too, so that a borrowed device stays signed out. */
export async function chooseNewPassword(session: IdentitySession, password: string): Promise<IdentityAnswer> {
  const answer = await session.changePassword({ password });
  // Clears this device's cookies even when the server does not answer.
  if (answer.ok) await session.signOut();
  return answer;
}
