import type { PhotoParts } from "../../photos/photo-parts.ts";
import { PhotoNotStored } from "../../photos/storing/store-photo.server.ts";
import { receivePhoto, type UploadRefusal } from "../../photos/upload/receive-photo.server.ts";
import { createBodySlots } from "../../server/http/bodies/slots.ts";
import { wideNetworkOf } from "../../server/http/limits/limits.ts";
import type { RateLimiter } from "../../server/http/limits/rate-limiter.ts";
import { storeTryout, type Tryout } from "./tryouts.server.ts";

/** Beside the slots of members, which visitors never take. */
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

/** A visitor's photo, limited by network and in all, checked and normalised as members' photos are, and stored. */
export async function receiveTryout(
  parts: PhotoParts,
  { request, address, rateLimiter }: Arrival,
): Promise<StoredTryout | UploadRefusal> {
  const network = wideNetworkOf(address);
  // One after the other: a refused network must not use up what all networks share.
  const wait =
    (await rateLimiter.take({ tryoutFromNetwork: network })) || (await rateLimiter.take({ tryoutsInAll: "all" }));
  if (wait) return { ok: false, status: 429, message: busyMessage, headers: { "Retry-After": String(wait) } };
  const arrival = { request, memberId: network, clientAddress: address, slots: visitorSlots, busyMessage };
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

/** One visitor's photo is decoded at a time, so that a decoder is left for members. */
function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const answer = last.then(work);
  last = answer.catch(() => {});
  return answer;
}
