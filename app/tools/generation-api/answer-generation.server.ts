import { isDeepStrictEqual } from "node:util";
import type { RouterContextProvider } from "react-router";
import { createMemberSlots } from "../../server/http/bodies/slots.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { type UploadProblem, uploadRefusal } from "../../photos/upload/upload-problems.server.ts";
import { uploadSlots, uploadWait } from "../../photos/upload/upload-slots.server.ts";
import { readUpload } from "../../photos/upload/read-upload.server.ts";
import { identitySessionContext, servicesContext } from "../../services.ts";
import { refusalText } from "../../transformations/requesting/limits.ts";
import { type Failure, neededNothing } from "../../transformations/ending/failures.ts";
import type { Transformation } from "../../transformations/read-transformation.server.ts";
import { failureText } from "../runs/failure-messages.ts";
import { canPay, startByApi, startedBefore, waitForEnd } from "./generate-by-api.server.ts";
import type { FieldsReading } from "./read-fields.server.ts";

interface Call {
  request: Request;
  context: Readonly<RouterContextProvider>;
  /** Builds the recipe from the form. */
  read: (fields: FormData) => FieldsReading;
}

/** Then 202 with the job's address (docs/product/decisions.md, "The generation routes"). */
const longestMs = 60_000;

/** Each wait polls the database. */
const waits = createMemberSlots({ perMember: 4, inAll: 100 });

/** Every failure returns the gem. */
const failureStatus: Record<Failure, number> = {
  blocked: 422,
  rejected: 422,
  unclear: 422,
  "no-gain": 422,
  "face-lost": 502,
  cancelled: 409,
  empty: 502,
  failed: 502,
  busy: 503,
  timeout: 504,
};

/**
 * Answers a generation route (docs/product/specification.md, "HTTP API"): `{ images: [{ enhanced_url }] }`, or 202 `{
 * id, status, location }`; errors are `{ error, details? }`.
 */
export async function answerGeneration({ request, context, read }: Call): Promise<Response> {
  const services = context.get(servicesContext);
  const member = await context.get(identitySessionContext).provenMember();
  if (!member) return refuse(401, "User authentication required");
  const wait = await services.rateLimiter.take({ uploadByMember: member.id, startByMember: member.id });
  if (wait) return refuse(429, waitMessage(wait), { "Retry-After": String(wait) });
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !/^[\x21-\x7e]{8,200}$/.test(key)) return refuse(400, "The Idempotency-Key is not one.");

  const before = await startedBefore(services, member.id, key);
  if (before === "deleted") return deletedResponse();
  const earlier = before;
  if (!earlier && !(await canPay(services, member.id))) return noGems();
  const slot = uploadSlots.take(member.id);
  if (!slot) return refuse(429, uploadWait.message, { "Retry-After": String(uploadWait.seconds) });
  const id = await start(member.id, slot.receive(request)).finally(slot.free);
  if (id instanceof Response) return id;
  // Without a slot, answer the current state.
  const place = waits.take(member.id);
  const waiting = { longestMs: place ? longestMs : 0, signal: request.signal };
  const now = await waitForEnd(services, member.id, id, waiting).finally(() => place?.free());
  return now ? answerOf(now) : refuse(404, "Not found");

  async function start(memberId: string, body: Request): Promise<string | Response> {
    const reading = await readUpload(body);
    if (!reading.ok) return refusePhoto(reading.problem);
    if (reading.fields.get("userId") !== memberId) return refuse(403, "The userId is not the signed-in user's");
    const fields = read(reading.fields);
    if (!fields.ok) return refuse(422, "The request cannot be carried out as it is", {}, fields.details);
    if (earlier) {
      const same = isDeepStrictEqual({ ...earlier.recipe }, { ...fields.recipe });
      return same ? earlier.id : refuse(422, "The Idempotency-Key was used for another request");
    }
    const started = await startByApi(services, { memberId, recipe: fields.recipe, upload: reading.upload, key });
    if (started.ok) return started.transformationId;
    switch (started.problem) {
      case "insufficient-gems":
        return noGems();
      case "limited": {
        const wait = { "Retry-After": String(started.refusal.waitSeconds) };
        return refuse(429, refusalText(started.refusal), wait, started.refusal.limit);
      }
      case "photo-missing":
        return deletedResponse();
      case "refused":
        return refuse(422, started.message);
      case "photo":
        return refusePhoto(started.photo);
    }
  }
}

export const onlyPost = () => refuse(405, "Method not allowed", { Allow: "POST" });

function answerOf({ id, status, tool, failure, result }: Transformation): Response {
  if (result) return Response.json({ images: [{ enhanced_url: result.url }] });
  if (failure) {
    const details = neededNothing(failure) ? undefined : "Your gem was returned.";
    return refuse(failureStatus[failure], failureText(tool, failure), {}, details);
  }
  if (status === "completed") return deletedResponse();
  const location = `/api/transformations/${id}`;
  return Response.json({ id, status, location }, { status: 202, headers: { Location: location } });
}

function refusePhoto(problem: UploadProblem): Response {
  const { status, message } = uploadRefusal(problem);
  return refuse(status, message);
}

const deletedResponse = () => refuse(410, "This transformation, or its picture, was deleted");

const noGems = () => refuse(402, "You need at least 1 gem to transform a photo.");

const refuse = (status: number, error: string, headers: Record<string, string> = {}, details?: string) =>
  Response.json(details === undefined ? { error } : { error, details }, { status, headers });
