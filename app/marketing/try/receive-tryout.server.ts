import type { PhotoParts } from "../../photos/photo-parts.ts";
import { PhotoNotStored } from "../../photos/storing/store-photo.server.ts";
import { receivePhoto, type UploadRefusal } from "../../photos/upload/receive-photo.server.ts";
import { createBodySlots } from "../../server/http/bodies/slots.ts";
import { type RateLimiter, type RateLimitSubjects, wideNetworkOf } from "../../server/http/limits/limits.ts";
import { storeTryout, type Tryout } from "./tryouts.server.ts";

/** Separate from the slots of members, which visitors never take. */
const visitorSlots = createBodySlots({ perMember: 2, perNetwork: 2, inAll: 4 });

const busyMessage = "Many people are trying photos right now. Please join to continue: two photos are free.";

interface StoredTryout {
  token: string;
  tryout: Tryout;
}

interface Arrival {
  request: Request;
  /** The visitor's address; only its network is counted. */
  address: string;
  rateLimiter: RateLimiter;
}

/** Checks, normalises and stores a visitor's photo like a member's, limited by network and in all. */
export async function receiveTryout(
  parts: PhotoParts,
  { request, address, rateLimiter }: Arrival,
): Promise<StoredTryout | UploadRefusal> {
  const network = wideNetworkOf(address);
  const admission = await admit(rateLimiter, network);
  if ("wait" in admission) {
    return { ok: false, status: 429, message: busyMessage, headers: { "Retry-After": String(admission.wait) } };
  }
  const arrival = { request, memberId: network, clientAddress: address, slots: visitorSlots, busyMessage };
  let isStored = false;
  try {
    const received = await storeReceived(parts, arrival);
    isStored = "token" in received;
    return received;
  } finally {
    // Only stored photos count against all networks: requests without one would end the offer for an hour.
    if (!isStored) await rateLimiter.giveBack(admission.shared);
  }
}

/** Checks one limit after the other: a refused network must not use up the limit of all networks. */
async function admit(
  rateLimiter: RateLimiter,
  network: string,
): Promise<{ wait: number } | { shared: RateLimitSubjects }> {
  const wait = await rateLimiter.take({ tryoutFromNetwork: network });
  if (wait) return { wait };
  const isFurther = (await rateLimiter.take({ firstTryoutsOfNetwork: network })) > 0;
  const further = isFurther ? { furtherTryoutsInAll: "all" } : {};
  const waitForShare = (await rateLimiter.take(further)) || (await rateLimiter.take({ tryoutsInAll: "all" }));
  return waitForShare ? { wait: waitForShare } : { shared: { ...further, tryoutsInAll: "all" } };
}

function storeReceived(parts: PhotoParts, arrival: Parameters<typeof receivePhoto>[0]) {
  return receivePhoto<StoredTryout>(arrival, async ({ bytes, fileName }) => {
    const inspected = await inTurn(() => parts.photoInspection.inspect(bytes, fileName));
    if (!inspected.ok) return inspected;
    try {
      return await storeTryout(parts, { ...inspected.photo, fileName });
    } catch (error) {
      if (!(error instanceof PhotoNotStored)) throw error;
      parts.log.warn({ err: error }, "a try-out was not stored");
      return { ok: false, problem: "not-stored" } as const;
    }
  });
}

let last: Promise<unknown> = Promise.resolve();

/** Decodes one visitor's photo at a time, so that a decoder is left for members. */
function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const answer = last.then(work);
  last = answer.catch(() => {});
  return answer;
}
