import { use } from "react";
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from "react-router";
import { databaseContext } from "./server/database/database.ts";
import { logContext, observationContext } from "./server/observability/observation.ts";
import { siteContext } from "./server/http/site.ts";
import { identitySessionContext } from "./account/identity.ts";
import type { Route } from "./+types/root";
import { signOutDeletedUser } from "./account/sign-in/session-redirects.server.ts";
import { readMemberHeader } from "./account/frame/member-header.server.ts";
import { MemberNavigation } from "./account/frame/member-navigation.tsx";
import { VisitorNavigation } from "./account/frame/visitor-navigation.tsx";
import { DocumentContext, documentOf } from "./document.ts";
import { flash, flashContext } from "./server/http/flash.server.ts";
import { identitySession, memberKey, memberKeys } from "./server/http/identity-session.server.ts";
import { hasCachedStylesheet, ProductStyles } from "./ui/styles/product-styles.tsx";
import { whileDatabaseIsAway } from "./server/http/error-response.server.ts";
import { requestLog } from "./server/http/request-log.server.ts";
import { securityHeaders } from "./server/http/security-headers.server.ts";
import { pageCache } from "./server/http/page-cache.server.ts";
import { Footer } from "./ui/footer.tsx";
import { NavigationProgress, RouteAnnouncer } from "./ui/navigation-progress.tsx";
import { ToastRegion } from "./ui/toasts/toast.tsx";
import { FailedPage, type ProfileFailure } from "./ui/error-pages/error-pages.tsx";
import { refuseCrossSiteShares } from "./pwa/refuse-cross-site-shares.server.ts";
import { decideOnScripts, landingScript } from "./inline-scripts.ts";

export const middleware: Route.MiddlewareFunction[] = [
  requestLog,
  refuseCrossSiteShares,
  // Pages change during development, so only built ones are cached.
  ...(import.meta.env.PROD ? [pageCache] : []),
  securityHeaders,
  whileDatabaseIsAway,
  identitySession,
  memberKeys,
  flash,
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const { supportEmail, sessionSecret } = context.get(siteContext);
  const log = context.get(logContext);
  const observation = context.get(observationContext);
  const profileFailed = (error: unknown) => {
    log.error({ err: error }, "a profile could not be read");
    const failure: ProfileFailure = { failed: "profile", supportEmail, requestId: observation.requestId() };
    throw data(failure, { status: 503 });
  };
  const claimed = await context.get(identitySessionContext).member();
  const member = claimed && (await readMemberHeader(database, claimed).catch(profileFailed));
  if (claimed && !member) await signOutDeletedUser(context, request);
  return {
    member,
    /** The member key (server/http/identity-session.server.ts). */
    memberKey: claimed && memberKey(claimed.id, sessionSecret),
    toasts: context.get(flashContext).shown,
    supportEmail,
    stylesCached: hasCachedStylesheet(request.headers.get("Cookie")),
    saveData: request.headers.get("Save-Data") === "on",
    requestId: observation.requestId(),
  };
}

export { unlessOnlyStepChanged as shouldRevalidate } from "./server/http/connection/should-revalidate.ts";

export function Layout({ children }: { children: React.ReactNode }) {
  const { nonce, styles, serviceWorker } = use(DocumentContext);
  const root = useRouteLoaderData<typeof loader>("root");
  const { hydrate, frame } = documentOf(useMatches().map((match) => match.handle));
  return (
    <html
      lang="en"
      data-worker={serviceWorker ? undefined : "off"}
      data-member={root?.memberKey ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        {frame === "landing" ? <script dangerouslySetInnerHTML={{ __html: landingScript() }} /> : null}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8faf9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c100e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        {hydrate ? (
          <>
            <ProductStyles cached={root?.stylesCached ?? true} />
            <Links nonce={nonce} />
          </>
        ) : (
          <style dangerouslySetInnerHTML={{ __html: styles }} />
        )}
        {hydrate ? (
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: decideOnScripts }} suppressHydrationWarning />
        ) : frame === "landing" ? null : (
          // The landing page imports it after its first picture (marketing/hero.tsx).
          <script type="module" async fetchPriority="low" src={__ENHANCEMENT_URL__} />
        )}
      </head>
      <body>
        <a className="skip-link btn-primary" href="#main">
          Skip to content
        </a>
        {frame === "bare" ? null : root?.member ? (
          <MemberNavigation
            member={root.member}
            documentLinks={!hydrate}
            anchors={frame === "landing"}
            added={root.toasts.find(({ gems }) => gems)?.gems}
          />
        ) : (
          <VisitorNavigation anchors={frame === "landing"} unknown={!root} />
        )}
        {children}
        {frame === "bare" ? null : <Footer social={frame === "landing"} />}
        <ToastRegion toasts={root?.toasts ?? []} />
        {hydrate ? (
          <>
            <NavigationProgress />
            <RouteAnnouncer />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            {/* Not async; otherwise React would place it first, before the markup that it enhances. */}
            <script nonce={nonce} type="module" src={__ENHANCEMENT_URL__} suppressHydrationWarning />
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
  return <FailedPage error={error} />;
}
