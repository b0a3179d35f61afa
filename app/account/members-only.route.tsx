import { Outlet, redirectDocument } from "react-router";
import type { PageHandle } from "../document.ts";
import { flashContext } from "../server/http/flash.server.ts";
import { offlineFormHeader } from "../pwa/offline-forms/send-offline-forms.ts";
import { useSentForms } from "../pwa/offline-forms/use-sent-forms.ts";
import { siteContext } from "../server/http/site.ts";
import { identitySessionContext, memberContext } from "./identity.ts";
import { storedFormAnswer, storedFormRefusal } from "./forms/form-responses.server.ts";
import { sessionExpired } from "./sign-in/session-redirects.server.ts";
import { FailedPage } from "../ui/error-pages/error-pages.tsx";
import type { Route } from "./+types/members-only.route";

export const handle: PageHandle = { hydrate: true };

/**
 * Requires a session. Changes verify it with the identity server, since a token outlives a revoked
 * session by minutes.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const session = context.get(identitySessionContext);
    const changes = request.method !== "GET" && request.method !== "HEAD";
    const member = changes ? await session.provenMember() : await session.member();
    const keptFor = request.headers.get(offlineFormHeader);
    if (keptFor !== null) {
      const { sessionSecret } = context.get(siteContext);
      const refusal = storedFormRefusal(keptFor, member, {
        unreachable: session.lost() === "unreachable",
        sessionSecret,
      });
      if (refusal) return refusal;
    }
    if (!member) {
      const lost = session.lost() ?? (changes ? "ended" : null);
      if (lost) context.get(flashContext).leave({ kind: "error", ...sessionExpired[lost] });
      throw redirectDocument(`/login?next=${encodeURIComponent(returnPath(request))}`);
    }
    context.set(memberContext, member);
    return keptFor === null ? next() : storedFormAnswer(await next(), context.get(flashContext).left);
  },
];

// Data requests skip a layout without a loader, and its middleware with it.
export function loader() {
  return null;
}

export { unlessOnlyStepChanged as shouldRevalidate } from "../server/http/connection/should-revalidate.ts";

export default function MembersOnly() {
  useSentForms();
  return <Outlet />;
}

/** Errors below render inside the member's frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailedPage error={error} />;
}

/** The page itself, also after an interrupted POST: its query may name the draft. */
function returnPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname.replace(/\.data$/, "") + withoutInternals(search);
}

function withoutInternals(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("_routes");
  return params.size ? `?${params}` : "";
}
