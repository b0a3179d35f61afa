import { createHmac } from "node:crypto";
import type { MiddlewareFunction } from "react-router";
import { memberHeader, unknownMember } from "../../pwa/worker-messages.ts";
import { identitySessionContext, servicesContext } from "../../services.ts";

/**
 * Says for whom a page, or the data of one, was made, so that a device keeps nothing of one member for another: the
 * service worker compares it with whose things it holds. Pages made for nobody say nothing, nor do pictures, downloads
 * and redirects.
 */
export const memberKeys: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (!isPage(response)) return response;
  const session = context.get(identitySessionContext);
  const member = await session.member();
  if (member) response.headers.set(memberHeader, memberKey(member.id, context.get(servicesContext).sessionSecret));
  // Still signed in, for all we know: nothing of theirs is to be thrown away.
  else if (session.lost() === "unreachable") response.headers.set(memberHeader, unknownMember);
  return response;
};

/** What a device knows a member by: nothing else can be told from it, and nobody else can make it. 16 bytes. */
export function memberKey(memberId: string, sessionSecret: string): string {
  return createHmac("sha256", sessionSecret).update(`member key ${memberId}`).digest().toString("base64url", 0, 16);
}

const isPage = ({ headers }: Response) => /^text\/(html|x-script)\b/.test(headers.get("Content-Type") ?? "");
