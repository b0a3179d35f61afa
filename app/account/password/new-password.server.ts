import type { IdentityAnswer, IdentitySession } from "../identity.ts";

/** The hundred most common passwords of six characters or more, from published lists of leaked passwords. */
const common = new Set(
  `123456 123456789 12345678 1234567 1234567890 123123 111111 000000 654321 666666 121212 112233 123321 555555 777777
  888888 999999 987654321 123654 159753 222222 131313 102030 147258 147258369 123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwe123 asdfgh asdfghjkl asdasd zxcvbn zxcvbnm q1w2e3r4 qazwsx password
  password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 admin123 administrator welcome welcome1 letmein
  iloveyou iloveyou1 princess sunshine monkey dragon football baseball superman batman shadow master michael jordan
  jennifer hunter charlie daniel jessica ashley george matthew andrew jesus1 blessed blessing nigeria chelsea liverpool
  arsenal computer internet secret samsung google abc123 abcd1234 abcdef123 aa123456 a123456 trustno1 starwars
  whatever freedom hello123 changeme photogem`.split(/\s+/),
);

export const commonPassword = "This password is one that many people use. Please choose another one.";

/** Also true for the member's own address, and for one repeated character. */
export function isCommonPassword(password: string, email = ""): boolean {
  const plain = password.toLowerCase();
  return common.has(plain) || /^(.)\1*$/u.test(plain) || plain === email.trim().toLowerCase();
}

/** Ends every session, including this one, so that a borrowed device stays signed out. */
export async function chooseNewPassword(session: IdentitySession, password: string): Promise<IdentityAnswer> {
  const answer = await session.changePassword({ password });
  // Clears this device's cookies even if the server does not answer.
  if (answer.ok) await session.signOut();
  return answer;
}
