import { createHmac } from "node:crypto";
import type { MiddlewareFunction } from "react-router";
import { memberHeader, unknownMember } from "../../pwa/worker-messages.ts";
import { siteContext } from "./site.ts";
import { identitySessionContext } from "../../account/identity.ts";

/** The service worker compares this header, so that it serves no page of another member. */
export const memberKeys: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (!isPage(response)) return response;
  const session = context.get(identitySessionContext);
  const member = await session.member();
  if (member) response.headers.set(memberHeader, memberKey(member.id, context.get(siteContext).sessionSecret));
  // The member is probably still signed in, so their caches stay.
  else if (session.lost() === "unreachable") response.headers.set(memberHeader, unknownMember);
  return response;
};

/** An opaque key of a member: 16 bytes of HMAC. */
export function memberKey(memberId: string, sessionSecret: string): string {
  return createHmac("sha256", sessionSecret).update(`member key ${memberId}`).digest().toString("base64url", 0, 16);
}

const isPage = ({ headers }: Response) => /^text\/(html|x-script)\b/.test(headers.get("Content-Type") ?? "");
