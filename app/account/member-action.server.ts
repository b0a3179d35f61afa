import type { RouterContextProvider } from "react-router";
import { diskFull, hasSqlState } from "../server/database/database.ts";
import { readSmallForm } from "../server/http/bodies/read-form.server.ts";
import { type Flash, flashContext } from "../server/http/flash.server.ts";
import {
  networkOf,
  rateLimiterContext,
  type RateLimitName,
  siteOf,
  waitMessage,
} from "../server/http/limits/limits.ts";
import { logContext } from "../server/observability/observation.ts";
import { mailerContext } from "../server/mail/mailer.ts";
import { identityMessages } from "./identity-messages.ts";
import { type IdentityRefusal, identitySessionContext, type Member, memberContext } from "./identity.ts";
import { clientAddressContext } from "../server/http/site.ts";

type Context = Readonly<RouterContextProvider>;

interface Arguments {
  request: Request;
  context: Context;
}

interface Preamble<Args> {
  limit?: RateLimitName;
  title: string;
  /** Redirects to this page after a refusal and, usually, after a success. */
  back: (form: FormData, args: Args) => Response;
}

interface Submitted {
  member: Member;
  form: FormData;
  back: Response;
  leave: Flash["leave"];
  /** Redirects back with an error under the action's title. */
  refuse: (text: string) => Response;
  succeed: (title: string, text: string) => Response;
}

/** Wraps an action below the members-only layout: reads the form, checks the rate limit, then runs `handle`. */
export function memberAction<Args extends Arguments, Answer>(
  { limit, title, back: backFrom }: Preamble<Args>,
  handle: (args: Args, submitted: Submitted) => Promise<Answer>,
): (args: Args) => Promise<Answer | Response> {
  return async (args) => {
    const { request, context } = args;
    const member = context.get(memberContext);
    const { leave } = context.get(flashContext);
    const form = await readSmallForm(request);
    const back = backFrom(form, args);
    const goBack = (kind: "success" | "error", title: string, text: string) => {
      leave({ kind, title, text });
      return back;
    };
    const refuse = (text: string) => goBack("error", title, text);
    const wait = limit && (await context.get(rateLimiterContext).take({ [limit]: member.id }));
    if (wait) return refuse(waitMessage(wait));
    const succeed = (title: string, text: string) => goBack("success", title, text);
    try {
      return await handle(args, { member, form, back, leave, refuse, succeed });
    } catch (error) {
      whenDiskIsFull(context)(error);
      return refuse("We can't save anything right now. Nothing was charged. Please try again in a few minutes.");
    }
  };
}

/** Logs that the database's disk is full; rethrows any other error. */
function whenDiskIsFull(context: Context) {
  return (error: unknown): null => {
    if (!hasSqlState(error, diskFull)) throw error;
    context.get(logContext).error({ err: error }, "the database's disk is full");
    return null;
  };
}

interface ApiPreamble {
  method: "POST" | "DELETE";
  limit?: RateLimitName;
  /** Trusts the session's own claims; otherwise the identity server verifies the session. */
  unverified?: boolean;
}

/** Wraps an action of the HTTP API: errors are JSON `{ error }` with 405, 401 or 429; then runs `handle`. */
export function apiAction<Args extends Arguments>(
  { method, limit, unverified = false }: ApiPreamble,
  handle: (args: Args, member: Member) => Promise<Response>,
): (args: Args) => Promise<Response> {
  return async (args) => {
    const { request, context } = args;
    if (request.method !== method) return methodNotAllowed(method);
    const session = context.get(identitySessionContext);
    const member = unverified ? await session.member() : await session.provenMember();
    if (!member) return refuse(401, "User authentication required");
    const wait = limit && (await context.get(rateLimiterContext).take({ [limit]: member.id }));
    if (wait) return refuse(429, waitMessage(wait), { "Retry-After": String(wait) });
    return handle(args, member);
  };
}

export const refuse = (status: number, error: string, headers: Record<string, string> = {}, details?: string) =>
  Response.json(details === undefined ? { error } : { error, details }, { status, headers });

export const methodNotAllowed = (allowed: string) => refuse(405, "Method not allowed", { Allow: allowed });

type Subjects = Partial<Record<RateLimitName, string>>;

/** A known device has its own limit, so that strangers' guesses do not lock out the owner. */
export function signInSubjects(context: Context, email: string, knownDevice: string | null): Subjects {
  if (knownDevice) return { signInFromKnownDevice: knownDevice };
  const address = context.get(clientAddressContext);
  return {
    signInFromAddress: networkOf(address),
    signInFromSite: siteOf(address),
    signInToAccount: email,
    signInToAccountFromAddress: `${networkOf(address)}|${email}`,
    signInToAccountFromSite: `${siteOf(address)}|${email}`,
  };
}

/** Refuses if the mail would be lost, because the next page says that it was sent. */
export async function mailLimited(
  context: Context,
  email: string,
  { signingUp = false } = {},
): Promise<IdentityRefusal | null> {
  if ((await context.get(mailerContext)?.isFull?.()) === true) return cannot("mailLost");
  const address = context.get(clientAddressContext);
  const [network, site] = [networkOf(address), siteOf(address)];
  return limited(context, {
    ...(signingUp
      ? { signUpFromAddress: network, signUpFromSite: site }
      : { mailFromAddress: network, mailFromSite: site }),
    mailToAccount: email,
    mailToAccountFromAddress: `${network}|${email}`,
  });
}

/** Gives the same refusal for known and unknown addresses. */
export async function limited(context: Context, subjects: Subjects): Promise<IdentityRefusal | null> {
  const wait = await context.get(rateLimiterContext).take(subjects).catch(whenDiskIsFull(context));
  if (wait === null) return cannot("notSaved");
  if (!wait) return null;
  return { ok: false, problem: "too-many-requests", message: waitMessage(wait), retryAfterSeconds: wait };
}

const cannot = (why: "mailLost" | "notSaved"): IdentityRefusal => ({
  ok: false,
  problem: "unavailable",
  message: identityMessages[why],
});
