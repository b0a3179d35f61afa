import { setTimeout as pause } from "node:timers/promises";
import type { Account, Visitor } from "../product/visitor.ts";

/** One transformation as its member sees it. */
export interface Asked {
  number: number;
  account: Account;
  visitor: Visitor;
  /** How often it was sent: once, and again whenever no answer came. */
  sent: number;
  ended: "completed" | "failed" | "never";
  /** Where the picture is. */
  picture?: string;
}

/** The description that identifies a request in its row and in the prompt. */
export const wordsOf = (number: number) => `photo number ${number} of all`;

/** Longer than a job takes that is lost on every try. */
const patienceMs = 300_000;

/**
 * Asks for a transformation with one idempotency key, repeatedly until the answer says how it ended, as a program
 * that loses its connection does.
 */
export async function askUntilEnded(
  asking: Pick<Asked, "number" | "account" | "visitor">,
  photo: Blob,
  key: string,
): Promise<Asked> {
  const asked: Asked = { ...asking, sent: 0, ended: "never" };
  const until = performance.now() + patienceMs;
  while (asked.ended === "never" && performance.now() < until) {
    asked.sent += 1;
    const answer = await sendOnce(asked, photo, key).catch(() => null);
    if (answer === null) await pause(100);
    else if (answer.ended === "never") await pause(500);
    else Object.assign(asked, answer);
  }
  return asked;
}

/** @throws when the connection breaks. */
async function sendOnce({ number, account, visitor }: Asked, photo: Blob, key: string): Promise<Partial<Asked>> {
  const answer = await visitor.generate(account, photo, wordsOf(number), key);
  const body = (await answer.json()) as { images?: { enhanced_url: string }[]; details?: string };
  const picture = body.images?.[0]?.enhanced_url;
  if (answer.status === 200 && picture) return { ended: "completed", picture };
  // Every other answer is "not yet", or a mistake of ours that the rows will show.
  return { ended: body.details === "Your gem was returned." ? "failed" : "never" };
}
