import { Outlet, redirectDocument, useLocation, useNavigate, useRevalidator } from "react-router";
import type { PageHandle } from "../document.ts";
import { flashContext } from "../server/http/flash.server.ts";
import { offlineFormHeader } from "../pwa/offline-forms/send-offline-forms.ts";
import { siteContext } from "../server/http/site.ts";
import { identitySessionContext, memberContext } from "./identity.ts";
import { storedFormAnswer, storedFormRefusal } from "./forms/form-responses.server.ts";
import { sessionExpired } from "./sign-in/session-redirects.server.ts";
import { FailedPage } from "../ui/error-pages/error-pages.tsx";
import type { Route } from "./+types/members-only.route";
import { useEffect } from "react";
import { safePath } from "../server/http/next-path.ts";
import { showToast } from "../ui/toasts/toast.tsx";
import { listeningEvent, nameOf, type OfflineForm, offlineFormsSentEvent } from "../pwa/offline-forms/offline-forms.ts";

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

// Data requests skip a layout without a loader, and also its middleware.
export function loader() {
  return null;
}

export { unlessOnlyStepChanged as shouldRevalidate } from "../server/http/connection/should-revalidate.ts";

export default function MembersOnly() {
  useSentForms();
  return <Outlet />;
}

/** Renders errors of child routes inside the member's frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailedPage error={error} />;
}

/** Returns the page's own path, even after an interrupted POST: its query may name the draft. */
function returnPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname.replace(/\.data$/, "") + withoutInternals(search);
}

function withoutInternals(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("_routes");
  return params.size ? `?${params}` : "";
}

declare global {
  interface WindowEventMap {
    [offlineFormsSentEvent]: CustomEvent<OfflineForm[]>;
  }
}

export function useSentForms(): void {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const handle = (event: CustomEvent<OfflineForm[]>) => {
      event.preventDefault();
      const sent = event.detail;
      const what = [...new Set(sent.map(nameOf))].join(", ");
      showToast({ kind: "success", title: "Sent", text: `You are back online. Sent: ${what}.` });
      const ownForm = sent.find(({ action }) => action === pathname);
      const next = ownForm?.fields.find(([name]) => name === "next")?.[1];
      if (next === undefined) void revalidate();
      else void navigate(safePath(next, "/gallery"), { replace: true });
    };
    addEventListener(offlineFormsSentEvent, handle);
    dispatchEvent(new Event(listeningEvent));
    return () => removeEventListener(offlineFormsSentEvent, handle);
  }, [revalidate, navigate, pathname]);
}
