/** Share pages stay open: link previews obey this list, and the pages send `noindex`. */
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
  "/id-photo",
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
  "/try",
];

/** @param appUrl Public origin, without a trailing slash. */
export function robotsText(appUrl: string): string {
  return ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${appUrl}/sitemap.xml`, ""].join(
    "\n",
  );
}

const indexed = ["/", "/register", "/login", "/terms", "/privacy"];

/** @param appUrl Public origin, without a trailing slash. */
export function sitemap(appUrl: string): string {
  const pages = indexed.map((path) => `<url><loc>${appUrl}${path}</loc></url>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages}</urlset>`;
}
