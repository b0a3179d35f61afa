import { memberHeader, privatePrefix, unknownMember } from "../worker-messages.ts";

/**
 * Holds data of one member at a time: the member of the server's latest response. Only such a response creates the
 * cache, so that late writes after a sign-out find no cache.
 */

type Forget = (except: string | null) => Promise<unknown>;
const others: Forget[] = [];

export const alsoForget = (forget: Forget) => void others.push(forget);

let generation = 0;

/** Taken when a request begins; `applyResponse` ignores responses older than the last sign-out. */
export const currentGeneration = (): number => generation;

/** Resolves when data of other members is deleted. */
export async function applyResponse(
  { status, headers }: Pick<Response, "status" | "headers">,
  since: number,
): Promise<void> {
  if (status >= 500 || !isPage(headers)) return;
  const key = headers.get(memberHeader);
  if (key === unknownMember) return;
  await alone(async () => {
    if (since !== generation) return;
    const held = await names();
    const own = key === null ? null : privatePrefix + key;
    if (held.some((name) => name !== own) || (own && !held.length)) await forget(key);
    if (own) await caches.open(own);
  });
}

export function forgetEverything(): Promise<void> {
  // At once, so that no pending response restores anything.
  generation += 1;
  return alone(() => forget(null));
}

export async function cacheOwner(): Promise<string | null> {
  return (await names())[0]?.slice(privatePrefix.length) ?? null;
}

/** Runs `work` under the lock; undefined without a cache. Keep it short: pages wait for it. */
export function withPrivateCache<Done>(member: string, work: (cache: Cache) => Promise<Done>) {
  return alone(async () =>
    (await cacheOwner()) === member ? work(await caches.open(privatePrefix + member)) : undefined,
  );
}

async function forget(except: string | null) {
  generation += 1;
  const outdated = (await names()).filter((name) => name !== privatePrefix + except);
  await Promise.all([...outdated.map((name) => caches.delete(name)), ...others.map((each) => each(except))]);
}

export const isPrivate = (name: string): boolean => name.startsWith(privatePrefix);

const names = async () => (await caches.keys()).filter(isPrivate);

/** Pages and their data carry the member key; images and downloads do not. */
const isPage = (headers: Headers) => /^text\/(html|x-script)\b/.test(headers.get("Content-Type") ?? "");

let last: Promise<unknown> = Promise.resolve();

function alone<Done>(work: () => Promise<Done>): Promise<Done> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}
