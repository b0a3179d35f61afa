/**
 * Refuses a request that a proxy passed on (RFC 7239; RFC 9110, 7.6.3). The embedded mailbox and checkout are for the
 * person at this machine, and a proxy in front publishes a server that listens on loopback. ALLOW_EMBEDDED=1 lets them
 * through. @throws a 403 response.
 */
export function refuseProxied({ headers }: Request, allowsEmbedded: boolean): void {
  const proxied = [...headers.keys()].some(
    (name) => name === "forwarded" || name === "via" || name.startsWith("x-forwarded-"),
  );
  if (proxied && !allowsEmbedded) throw new Response(null, { status: 403, statusText: "Forbidden" });
}
