import type { Account } from "../product/new-account.ts";
import { newVisitor, type Visitor } from "../product/visitor.ts";
import type { SeededRandom } from "../seeded-random.ts";

/** A member at their browser, and what they have made, newest last. */
export interface SignedIn {
  account: Account;
  visitor: Visitor;
  results: { id: string; picture: string }[];
}

/** Where the visits happen. */
export interface Scene {
  url: string;
  photo: Blob;
  random: SeededRandom;
  members: readonly [SignedIn, ...SignedIn[]];
  /** Nobody's browser, from another address every time. */
  stranger(): Visitor;
}

/** Members who have signed in, and strangers, at the product's `url`. */
export async function openScene(
  url: string,
  { accounts, photo, random }: { accounts: readonly Account[]; photo: Blob; random: SeededRandom },
): Promise<Scene> {
  const address = () => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
  const stranger = () => newVisitor(url, { address: address() });
  const members: SignedIn[] = [];
  for (const account of accounts) {
    const visitor = stranger();
    await visitor.signIn(account);
    members.push({ account, visitor, results: [] });
  }
  const [first, ...others] = members;
  if (!first) throw new Error("there are no members");
  return { url, photo, random, members: [first, ...others], stranger };
}

/** Reads the answer to its end. @throws when it has another status. */
export async function expectStatus(answering: Promise<Response>, status: number): Promise<void> {
  const answer = await answering;
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${text.slice(0, 200)}`);
}
