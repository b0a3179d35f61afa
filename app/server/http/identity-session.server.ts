import { type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { type IdentitySession, identityContext, identitySessionContext, type Member } from "../../account/identity.ts";
import { observationContext } from "../observability/observation.ts";
import { clientAddressContext, siteContext } from "./site.ts";
import { createHmac } from "node:crypto";
import { memberHeader, unknownMember } from "../../pwa/worker-messages.ts";

/** Reads and refreshes the session at most once per request; sets cookies on any response. */
export const identitySession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const headers = new Headers();
  const identity = context.get(identityContext);
  const observation = context.get(observationContext);
  const opened = identity.session(request, headers, {
    clientAddress: context.get(clientAddressContext),
    trustsToken: thumbnail.test(new URL(request.url).pathname),
  });
  const session: IdentitySession = {
    ...opened,
    member: () => observation.timed("identity", opened.member),
    provenMember: () => observation.timed("identity", opened.provenMember),
    mailProvenMember: () => observation.timed("identity", opened.mailProvenMember),
  };
  context.set(identitySessionContext, session);
  await session.member();
  const answered = await next();
  // An outage of the identity server signs no member out.
  const response = answered.status === 401 && session.lost() === "unreachable" ? unreachable() : answered;
  for (const [name, value] of headers) {
    if (name === "set-cookie") response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  return response;
};

/** One gallery page shows dozens of thumbnails. */
const thumbnail = /^\/images\/[^/]+\/(?:320|640)\.\w+$/;

const unreachable = () =>
  Response.json(
    { error: "The sign-in service did not answer. Please try again in a moment." },
    { status: 503, headers: { "Retry-After": "5", "Cache-Control": "no-store" } },
  );

/** The service worker compares this header, so that it never serves another member's page. */
export const memberKeys: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (!isPage(response)) return response;
  const session = context.get(identitySessionContext);
  const member = await session.member();
  if (member) response.headers.set(memberHeader, memberKey(member.id, context.get(siteContext).sessionSecret));
  // The member is probably still signed in, so the caches stay.
  else if (session.lost() === "unreachable") response.headers.set(memberHeader, unknownMember);
  return response;
};

/** Derives an opaque key for a member: 16 bytes of HMAC. */
export function memberKey(memberId: string, sessionSecret: string): string {
  return createHmac("sha256", sessionSecret).update(`member key ${memberId}`).digest().toString("base64url", 0, 16);
}

const isPage = ({ headers }: Response) => /^text\/(html|x-script)\b/.test(headers.get("Content-Type") ?? "");

/** Reads the session's own claims: enough for pages and images, not for spending. */
export function memberOf(context: Readonly<RouterContextProvider>): Promise<Member | null> {
  return context.get(identitySessionContext).member();
}
