interface BodySlot {
  /** The body fails with a `TimeoutError` when another request takes the slot. */
  receive: (request: Request) => Request;
  free: () => void;
}

export interface BodySlots {
  /** Null if the member has used up their slots, or if all bodies arrive fast enough. */
  take(memberId: string, network?: string): BodySlot | null;
}

/** No body loses its slot in its first 5,000 ms, nor while it sends more than 160 kbit/s. */
const graceMs = 5_000;
const slowBytesPerSecond = 20_000;

interface Reading {
  memberId: string;
  network: string;
  since: number;
  bytes: number;
  arrives: boolean;
  preempt: AbortController;
}

interface BodySlotLimits {
  perMember: number;
  /** Below `inAll`; otherwise one network could take every slot with many accounts. */
  perNetwork: number;
  inAll: number;
}

/** If all slots are taken, the slowest body loses its slot to the next request. */
export function createBodySlots({ perMember, perNetwork, inAll }: BodySlotLimits): BodySlots {
  const readings = new Set<Reading>();

  function slowest(among: Iterable<Reading>, now: number): Reading | null {
    let [slowestReading, least] = [null as Reading | null, slowBytesPerSecond];
    for (const reading of among) {
      const age = now - reading.since;
      const speed = (1000 * reading.bytes) / age;
      if (reading.arrives && age > graceMs && speed < least) [slowestReading, least] = [reading, speed];
    }
    return slowestReading;
  }

  return {
    take(memberId, network = memberId) {
      const taken = [...readings];
      if (taken.filter((reading) => reading.memberId === memberId).length >= perMember) return null;
      const neighbours = taken.filter((reading) => reading.network === network);
      const isCrowded = neighbours.length >= perNetwork;
      if (isCrowded || readings.size >= inAll) {
        const leaving = slowest(isCrowded ? neighbours : taken, performance.now());
        if (!leaving) return null;
        readings.delete(leaving);
        leaving.preempt.abort(new DOMException("A faster upload took the place.", "TimeoutError"));
      }
      const preempt = new AbortController();
      const reading: Reading = { memberId, network, since: performance.now(), bytes: 0, arrives: false, preempt };
      readings.add(reading);
      return { receive: (request) => counted(request, reading), free: () => void readings.delete(reading) };
    },
  };
}

function counted(request: Request, reading: Reading): Request {
  // A form that was read before it took a slot, as for cropping, no longer arrives.
  if (!request.body || request.bodyUsed) return request;
  reading.arrives = true;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      reading.bytes += chunk.length;
      controller.enqueue(chunk);
    },
    flush: () => void (reading.arrives = false),
  });
  const body = request.body.pipeThrough(counter, { signal: reading.preempt.signal });
  return new Request(request, { body, duplex: "half" } as RequestInit);
}

interface MemberSlots {
  /** Null if all slots are taken. */
  take(memberId: string): { free: () => void } | null;
}

/** Limits within this process: `perMember` for one member, `inAll` for all. */
export function createMemberSlots({ perMember, inAll }: { perMember: number; inAll: number }): MemberSlots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(memberId) {
      const own = taken.get(memberId) ?? 0;
      if (own >= perMember || all >= inAll) return null;
      taken.set(memberId, own + 1);
      all += 1;
      return {
        free: () => {
          all -= 1;
          const left = (taken.get(memberId) ?? 1) - 1;
          if (left > 0) taken.set(memberId, left);
          else taken.delete(memberId);
        },
      };
    },
  };
}
