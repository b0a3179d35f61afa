import { type BodySlots, createBodySlots } from "../../server/http/bodies/slots.ts";
import { type RateLimiter, siteOf, waitMessage } from "../../server/http/limits/limits.ts";
import { type PhotoProblem, photoProblemMessages, photoProblemStatus } from "./photo-problems.ts";
import { readUpload, type Upload } from "./read-upload.server.ts";

/** `not-stored`: the photo host failed. */
export type UploadProblem = PhotoProblem | "not-stored";

export interface UploadRefusal {
  ok: false;
  status: number;
  message: string;
  headers: Record<string, string>;
}

interface Arrival {
  memberId: string;
  request: Request;
  clientAddress: string;
  /** Absent if each photo of the form has its own limit. */
  rateLimiter?: RateLimiter;
  slots?: BodySlots;
  busyMessage?: string;
}

const uploadSlots = createBodySlots({ perMember: 3, perNetwork: 10, inAll: 12 });

/** Each slot holds one photo of up to 30 MB for minutes. */
export const severalUploadsSlots = createBodySlots({ perMember: 1, perNetwork: 3, inAll: 4 });

const busySeconds = 5;

/** Handles every upload: checks the rate limit, then runs `work` with the body while it holds an upload slot. */
export async function inUploadSlot<Answer>(
  {
    memberId,
    request,
    clientAddress,
    rateLimiter,
    slots = uploadSlots,
    busyMessage = "Other photos are being received. Please try again in a moment.",
  }: Arrival,
  work: (request: Request) => Promise<Answer>,
): Promise<Answer | UploadRefusal> {
  const wait = await rateLimiter?.take({ uploadByMember: memberId });
  if (wait) return waitRefusal(waitMessage(wait), wait);
  const slot = slots.take(memberId, siteOf(clientAddress));
  if (!slot) return waitRefusal(busyMessage, busySeconds);
  return work(slot.receive(request)).finally(slot.free);
}

/** Receives a form's only photo; `store` gets it with the form's other fields. */
export async function receivePhoto<Answer extends object>(
  arrival: Arrival,
  store: (upload: Upload, fields: FormData) => Promise<Answer | { ok: false; problem: UploadProblem }>,
): Promise<Answer | UploadRefusal> {
  return inUploadSlot(arrival, async (request) => {
    const reading = await readUpload(request);
    const stored = reading.ok ? await store(reading.upload, reading.fields) : reading;
    return "problem" in stored ? uploadRefusal(stored.problem) : stored;
  });
}

export function uploadRefusal(problem: UploadProblem): UploadRefusal {
  return problem === "not-stored"
    ? { ok: false, status: 503, message: notStoredMessage, headers: {} }
    : { ok: false, status: photoProblemStatus[problem], message: photoProblemMessages[problem], headers: {} };
}

// Server-only, to keep it out of the browser's bundle.
const notStoredMessage = "Your photo could not be saved just now. Nothing was spent. Please try again in a moment.";

const waitRefusal = (message: string, seconds: number): UploadRefusal => ({
  ok: false,
  status: 429,
  message,
  headers: { "Retry-After": String(seconds) },
});
