/** A proxy would publish the embedded mailbox and checkout. @throws a 403 response. */
export function refuseProxied({ headers }: Request, allowsEmbedded: boolean): void {
  const proxied = [...headers.keys()].some(
    (name) => name === "forwarded" || name === "via" || name.startsWith("x-forwarded-"),
  );
  if (proxied && !allowsEmbedded) throw new Response(null, { status: 403, statusText: "Forbidden" });
}
