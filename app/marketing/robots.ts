/**
 * Nothing for search engines: members' pages, and what serves forms and programs. Shared pictures are not among them:
 * the programs that show a link's preview keep to this list, and what they fetch says `noindex` itself.
 */
const closed = [
  "/adjust",
  "/api/",
  "/auth/",
  "/background-engine",
  "/buy-coins",
  "/batches",
  "/dashboard",
  "/gallery",
  "/healthz",
  "/images/",
  "/logout",
  "/mailbox",
  "/pixel-art",
  "/presets",
  "/readyz",
  "/sandbox/",
  "/settings",
  "/shares",
  "/social-login",
  "/surprise-me",
  "/transform",
];

/** @param appUrl Public origin, without a trailing slash. */
export function robotsText(appUrl: string): string {
  return ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${appUrl}/sitemap.xml`, ""].join(
    "\n",
  );
}

/** The pages worth finding, by path. */
const found = ["/", "/register", "/login", "/terms", "/privacy"];

/** @param appUrl Public origin, without a trailing slash. */
export function sitemap(appUrl: string): string {
  const pages = found.map((path) => `<url><loc>${appUrl}${path}</loc></url>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages}</urlset>`;
}
