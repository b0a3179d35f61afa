import { Outlet, redirectDocument } from "react-router";
import type { PageHandle } from "../document.ts";
import { flashContext } from "../http/flash.server.ts";
import { identitySessionContext, memberContext } from "../services.ts";
import type { Route } from "./+types/members-only.route";

export const handle: PageHandle = { hydrate: true };

/**
 * The bracket around every signed-in page: without a session, to the login page and back afterwards. Whatever changes
 * something asks the identity server itself, because a token outlives a revoked session by minutes.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const session = context.get(identitySessionContext);
    const changes = request.method !== "GET" && request.method !== "HEAD";
    const member = changes ? await session.provenMember() : await session.member();
    if (!member) {
      const lost = session.lost();
      if (lost) context.get(flashContext).leave({ kind: "error", ...reasons[lost] });
      throw redirectDocument(`/login?next=${encodeURIComponent(returnPath(request))}`);
    }
    context.set(memberContext, member);
    return next();
  },
];

/** What somebody reads who was signed in and is asked to sign in again. */
const reasons = {
  ended: { title: "You were signed out", text: "Your session has ended. Please sign in again to go on." },
  unreachable: {
    title: "We could not check who you are",
    text: "The sign-in service did not answer. You are still signed in: please try again in a moment.",
  },
} as const;

// A layout without a loader is skipped on data requests, and its middleware with it.
export function loader() {
  return null;
}

export { unlessOnlyStepChanged as shouldRevalidate } from "../http/step-change.ts";

export default function MembersOnly() {
  return <Outlet />;
}

/** Where to come back to: the page itself, or after an interrupted POST, its path. */
function returnPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const page = pathname.replace(/\.data$/, "");
  return request.method === "GET" ? page + withoutInternals(search) : page;
}

function withoutInternals(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("_routes");
  return params.size ? `?${params}` : "";
}
