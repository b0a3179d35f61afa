/** The trusted proxy's id (Fly: `Fly-Request-Id`, a ULID and a region), else a new one. */
export function requestIdOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  trustedProxy: "fly" | null,
): string {
  const proxyId = trustedProxy === "fly" ? headers["fly-request-id"] : undefined;
  return typeof proxyId === "string" && /^[\w-]{8,64}$/.test(proxyId) ? proxyId : crypto.randomUUID();
}
