/**
 * The id of a request: the trusted proxy's, so that its logs and ours name the same one, or a new one. What anybody
 * else sends is not believed: it would let them write into our logs, and make two requests look like one.
 * Fly's is `Fly-Request-Id` (https://fly.io/docs/networking/request-headers/), a ULID and a region.
 */
export function requestIdOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  trustedProxy: "fly" | null,
): string {
  const given = trustedProxy === "fly" ? headers["fly-request-id"] : undefined;
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}
