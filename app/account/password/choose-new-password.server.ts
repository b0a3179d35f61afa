import type { IdentityAnswer, IdentitySession } from "../identity.ts";

/**
 * Sets the password and ends every session, this one too: the next thing the person does is sign in with it, and a
 * link opened on a borrowed device leaves nobody signed in there.
 */
export async function chooseNewPassword(session: IdentitySession, password: string): Promise<IdentityAnswer> {
  const answer = await session.changePassword({ password });
  // This device's cookies are cleared even when the server could not be told.
  if (answer.ok) await session.signOut();
  return answer;
}
