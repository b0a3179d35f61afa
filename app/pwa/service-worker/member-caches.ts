import { memberHeader, privatePrefix, unknownMember } from "../worker-messages.ts";

/**
 * Whatever the device keeps for a member: a cache of their own, and what other modules keep elsewhere under their key.
 * There are never two members' things: who is here is what the server's last answer said, and everything of anybody
 * else is gone before that answer reaches a page.
 *
 * The one sign of whose things are held is which private cache exists. Only an answer of the server makes one, so that
 * nothing can be kept for somebody who has signed out: a cache that is gone is not opened again by whoever was late.
 */

/** Forgets what it keeps, except what is this member's; null: everything. */
type Forget = (except: string | null) => Promise<unknown>;
const others: Forget[] = [];

/** For whoever keeps private things outside the private cache. */
export const alsoForget = (forget: Forget) => void others.push(forget);

/** How often things were forgotten in this worker's life. */
let forgotten = 0;

/** To be taken when a request begins and handed to `judge` with its answer: an older answer changes nothing. */
export const moment = (): number => forgotten;

/** Compares an answer with whose things are held. Resolves when what must not be seen any more is gone. */
export async function judge({ status, headers }: Pick<Response, "status" | "headers">, asked: number): Promise<void> {
  if (status >= 500 || !isPage(headers)) return;
  const key = headers.get(memberHeader);
  if (key === unknownMember) return;
  await alone(async () => {
    if (asked !== forgotten) return;
    const held = await names();
    const own = key === null ? null : privatePrefix + key;
    if (held.some((name) => name !== own) || (own && !held.length)) await forget(key);
    if (own) await caches.open(own);
  });
}

/** Forgets everything of everybody: somebody signs out. */
export function forgetEverything(): Promise<void> {
  // At once, so that no answer on its way brings anything back.
  forgotten += 1;
  return alone(() => forget(null));
}

/** The key of the member whose things are held; null when there is none. */
export async function holder(): Promise<string | null> {
  return (await names())[0]?.slice(privatePrefix.length) ?? null;
}

/**
 * Works on a member's private cache while nothing can be forgotten; undefined when nothing is held for them, in which
 * case nothing is done. Keep it short: page answers wait for it.
 */
export function withPrivateCache<Done>(member: string, work: (cache: Cache) => Promise<Done>) {
  return alone(async () => ((await holder()) === member ? work(await caches.open(privatePrefix + member)) : undefined));
}

async function forget(except: string | null) {
  forgotten += 1;
  const gone = (await names()).filter((name) => name !== privatePrefix + except);
  await Promise.all([...gone.map((name) => caches.delete(name)), ...others.map((each) => each(except))]);
}

/** Whether a cache holds a member's things. */
export const isPrivate = (name: string): boolean => name.startsWith(privatePrefix);

const names = async () => (await caches.keys()).filter(isPrivate);

/** Pages and their data carry the member's key; pictures, downloads and the like say nothing about anybody. */
const isPage = (headers: Headers) => /^text\/(html|x-script)\b/.test(headers.get("Content-Type") ?? "");

let last: Promise<unknown> = Promise.resolve();

/** One after the other. */
function alone<Done>(work: () => Promise<Done>): Promise<Done> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}
