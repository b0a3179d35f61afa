import { createHash } from "node:crypto";

/**
 * The signature of an API call (https://cloudinary.com/documentation/authentication_signatures): its parameters but
 * those below, sorted, joined, with the secret behind them, as SHA-1 in hex. `&` in a value is escaped, so that two
 * parameters cannot pass for one.
 */
export function callSignature(parameters: ReadonlyMap<string, string>, secret: string): string {
  return createHash("sha1")
    .update(`${stringToSign(parameters)}${secret}`)
    .digest("hex");
}

export function stringToSign(parameters: ReadonlyMap<string, string>): string {
  const unsigned = new Set(["file", "api_key", "cloud_name", "resource_type", "signature"]);
  return [...parameters]
    .filter(([name, value]) => !unsigned.has(name) && value !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`.replaceAll("&", "%26"))
    .join("&");
}

/**
 * The signature in a delivery URL (https://cloudinary.com/documentation/control_access_to_media): of what follows it
 * but the version, with the secret behind it; the first eight characters of its SHA-1 in base64url.
 */
export function deliverySignature(transformation: string, source: string, secret: string): string {
  const signed = transformation ? `${transformation}/${source}` : source;
  return `s--${createHash("sha1").update(`${signed}${secret}`).digest("base64url").slice(0, 8)}--`;
}
