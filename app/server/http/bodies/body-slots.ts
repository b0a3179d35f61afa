/** A place to receive a photo in, and to work on it afterwards. */
export interface BodySlot {
  /** The request to read: its body fails with a `TimeoutError` when another request needs the place more. */
  receive: (request: Request) => Request;
  free: () => void;
}

/** Places within this process for bodies that take a while to arrive: `perMember` for one member, `inAll` together. */
export interface BodySlots {
  /** A place; null when the member has all of theirs, or all are taken by bodies that keep coming. */
  take(memberId: string): BodySlot | null;
}

/** How long every body is left alone, in ms, and the bytes per second below which it then gives way: 160 kbps. */
const graceMs = 5_000;
const slowBytesPerSecond = 20_000;

interface Reading {
  memberId: string;
  since: number;
  bytes: number;
  arrives: boolean;
  giveWay: AbortController;
}

/**
 * When all places are taken, the slowest body gives its place to the next request: a few accounts that send one byte at
 * a time stop nobody, and slow connections are served as long as there is room.
 */
export function createBodySlots({ perMember, inAll }: { perMember: number; inAll: number }): BodySlots {
  const readings = new Set<Reading>();

  function slowest(now: number): Reading | null {
    let [found, least] = [null as Reading | null, slowBytesPerSecond];
    for (const reading of readings) {
      const age = now - reading.since;
      const speed = (1000 * reading.bytes) / age;
      if (reading.arrives && age > graceMs && speed < least) [found, least] = [reading, speed];
    }
    return found;
  }

  return {
    take(memberId) {
      const own = [...readings].filter((reading) => reading.memberId === memberId).length;
      if (own >= perMember) return null;
      if (readings.size >= inAll) {
        const leaving = slowest(performance.now());
        if (!leaving) return null;
        readings.delete(leaving);
        leaving.giveWay.abort(new DOMException("A faster upload took the place.", "TimeoutError"));
      }
      const giveWay = new AbortController();
      const reading: Reading = { memberId, since: performance.now(), bytes: 0, arrives: false, giveWay };
      readings.add(reading);
      return { receive: (request) => counted(request, reading), free: () => void readings.delete(reading) };
    },
  };
}

function counted(request: Request, reading: Reading): Request {
  if (!request.body) return request;
  reading.arrives = true;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      reading.bytes += chunk.length;
      controller.enqueue(chunk);
    },
    flush: () => void (reading.arrives = false),
  });
  const body = request.body.pipeThrough(counter, { signal: reading.giveWay.signal });
  return new Request(request, { body, duplex: "half" } as RequestInit);
}
