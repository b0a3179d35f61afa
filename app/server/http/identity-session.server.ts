import type { MiddlewareFunction } from "react-router";
import { type IdentitySession, identityContext, identitySessionContext } from "../../account/identity.ts";
import { observationContext } from "../observability/observation.ts";
import { clientAddressContext } from "./site.ts";

/** Reads and refreshes the session at most once per request; sets cookies on any response. */
export const identitySession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const headers = new Headers();
  const identity = context.get(identityContext);
  const observation = context.get(observationContext);
  const opened = identity.session(request, headers, { clientAddress: context.get(clientAddressContext) });
  const session: IdentitySession = {
    ...opened,
    member: () => observation.timed("identity", opened.member),
    provenMember: () => observation.timed("identity", opened.provenMember),
    mailProvenMember: () => observation.timed("identity", opened.mailProvenMember),
  };
  context.set(identitySessionContext, session);
  await session.member();
  const answered = await next();
  // An outage of the identity server signs out no member.
  const response = answered.status === 401 && session.lost() === "unreachable" ? unreachable() : answered;
  for (const [name, value] of headers) {
    if (name === "set-cookie") response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  return response;
};

const unreachable = () =>
  Response.json(
    { error: "The sign-in service did not answer. Please try again in a moment." },
    { status: 503, headers: { "Retry-After": "5", "Cache-Control": "no-store" } },
  );
