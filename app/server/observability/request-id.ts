/**
 * The trusted proxy's id, else a new one; clients' ids would let them write into the log. Fly:
 * https://fly.io/docs/networking/request-headers/, a ULID and a region.
 */
export function requestIdOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  trustedProxy: "fly" | null,
): string {
  const given = trustedProxy === "fly" ? headers["fly-request-id"] : undefined;
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}
