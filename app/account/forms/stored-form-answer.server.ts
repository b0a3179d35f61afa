import { memberKey } from "../../server/http/member-key.server.ts";
import type { Toast } from "../../ui/toasts/toast.tsx";

/** 401 when signed out, 409 for another member's form, null when it is the member's own. */
export function storedFormRefusal(
  storedFor: string,
  member: { id: string } | null,
  { unreachable, sessionSecret }: { unreachable: boolean; sessionSecret: string },
): Response | null {
  if (!member) return new Response(null, { status: unreachable ? 503 : 401 });
  return storedFor === memberKey(member.id, sessionSecret) ? null : new Response(null, { status: 409 });
}

/**
 * For the script that sends a stored form: 204 done, 422 with the reason, else the status. An error
 * among the `left` toasts counts as a refusal and is removed from them.
 */
export function storedFormAnswer(response: Response, toasts: Toast[]): Response {
  const refused = toasts.find(({ kind }) => kind === "error");
  if (refused) toasts.length = 0;
  if (refused) return Response.json({ error: `${refused.title}: ${refused.text}` }, { status: 422 });
  const isDone = response.status < 400;
  return new Response(null, { status: isDone ? 204 : response.status, headers: cookiesOf(response) });
}

function cookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}
