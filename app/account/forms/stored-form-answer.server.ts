import { memberKey } from "../../server/http/member-key.server.ts";
import type { Toast } from "../../ui/toasts/toast.tsx";

/**
 * Why a form that a device kept is not taken from this session: nobody is signed in, which a script cannot change
 * (401), or somebody else is, in whose name it must not be done (409). Null when it is its member's.
 */
export function storedFormRefusal(
  keptFor: string,
  member: { id: string } | null,
  { unreachable, sessionSecret }: { unreachable: boolean; sessionSecret: string },
): Response | null {
  if (!member) return new Response(null, { status: unreachable ? 503 : 401 });
  return keptFor === memberKey(member.id, sessionSecret) ? null : new Response(null, { status: 409 });
}

/**
 * What a page would have said of a form, for the script that sends it: 204 when it is done, 422 with the reason when it
 * is not, and other failures as they are. `left` are the messages for the next page: an error among them means no, and is
 * taken away, since the script says it.
 */
export function storedFormAnswer(response: Response, left: Toast[]): Response {
  const refused = left.find(({ kind }) => kind === "error");
  if (refused) left.length = 0;
  if (refused) return Response.json({ error: `${refused.title}: ${refused.text}` }, { status: 422 });
  const isDone = response.status < 400;
  return new Response(null, { status: isDone ? 204 : response.status, headers: cookiesOf(response) });
}

function cookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}
