import { use } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import productStyles from "./app.css?url";
import { readMemberHeader } from "./account/member-header.server.ts";
import { MemberNavigation } from "./account/member-navigation.tsx";
import { VisitorNavigation } from "./account/visitor-navigation.tsx";
import { brand } from "./brand.ts";
import { DocumentContext, documentOf } from "./document.ts";
import { flash, flashContext } from "./http/flash.server.ts";
import { isConnectionLost } from "./http/connection-lost.ts";
import { identitySession } from "./http/identity-session.server.ts";
import { requestIdContext, requestLog } from "./http/request-log.server.ts";
import { securityHeaders } from "./http/security-headers.server.ts";
import { keptPages } from "./http/visitor-pages.server.ts";
import { identitySessionContext, servicesContext } from "./services.ts";
import { Footer } from "./ui/footer.tsx";
import { RouteAnnouncer } from "./ui/route-announcer.tsx";
import { ToastRegion } from "./ui/toast.tsx";
import { ErrorPage } from "./welcome/error-page.tsx";
import { NotFound } from "./welcome/not-found.tsx";

export const middleware: Route.MiddlewareFunction[] = [
  requestLog,
  // In development pages change under one's hands: only built ones are kept.
  ...(import.meta.env.PROD ? [keptPages] : []),
  securityHeaders,
  identitySession,
  flash,
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, supportEmail, log } = context.get(servicesContext);
  const profileFailed = (error: unknown) => {
    log.error({ err: error }, "a profile could not be read");
    throw data("profile", { status: 503 });
  };
  const claimed = await context.get(identitySessionContext).member();
  return {
    member: claimed && (await readMemberHeader(database, claimed).catch(profileFailed)),
    toasts: context.get(flashContext).shown,
    supportEmail,
    saveData: request.headers.get("Save-Data") === "on",
    requestId: context.get(requestIdContext),
  };
}

export { unlessOnlyStepChanged as shouldRevalidate } from "./http/step-change.ts";

export function Layout({ children }: { children: React.ReactNode }) {
  const { nonce, styles } = use(DocumentContext);
  const root = useRouteLoaderData<typeof loader>("root");
  const { hydrate, frame } = documentOf(useMatches().map((match) => match.handle));
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8faf9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c100e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        {hydrate ? (
          <>
            <link rel="stylesheet" href={productStyles} />
            <Links nonce={nonce} />
          </>
        ) : (
          <style dangerouslySetInnerHTML={{ __html: styles }} />
        )}
        <script nonce={nonce} type="module" async src={__ENHANCEMENT_URL__} suppressHydrationWarning />
      </head>
      <body>
        <a className="skip btn btn-primary" href="#main">
          Skip to content
        </a>
        {frame === "bare" ? null : root?.member ? (
          <MemberNavigation member={root.member} documentLinks={!hydrate} />
        ) : (
          <VisitorNavigation anchors={frame === "landing"} />
        )}
        {children}
        {frame === "bare" ? null : <Footer social={frame === "landing"} />}
        <ToastRegion toasts={root?.toasts ?? []} />
        {hydrate ? (
          <>
            <RouteAnnouncer />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root");
  const supportEmail = root?.supportEmail ?? brand.name;
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound supportEmail={supportEmail} />;
  const what = isConnectionLost(error)
    ? "offline"
    : isRouteErrorResponse(error) && error.data === "profile"
      ? "profile"
      : "ours";
  return <ErrorPage supportEmail={supportEmail} requestId={root?.requestId ?? null} what={what} />;
}
