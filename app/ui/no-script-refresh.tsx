/** Without scripts the page refreshes itself, and a link does the same (WCAG 2.2.1). */
export function NoScriptRefresh({ href, seconds = 10 }: { href: string; seconds?: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
      <p className="text-sm text-ink-2">
        This page refreshes itself every {seconds} seconds.{" "}
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href={href}>
          Refresh now
        </a>
      </p>
    </noscript>
  );
}
