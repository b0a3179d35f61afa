/** Without scripts: the page refreshes itself while something is processing, and a link does the same (WCAG 2.2.1). */
export function PlainRefresh({ href }: { href: string }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="10" />
      <p className="muted small">
        This page refreshes itself every 10 seconds.{" "}
        <a className="link-tap" href={href}>
          Refresh now
        </a>
      </p>
    </noscript>
  );
}
