import type { SeededRandom } from "../seeded-random.ts";
import { oddValue } from "./odd-values.ts";

const values: Record<string, [string, ...string[]]> = {
  Range: ["bytes=0-", "bytes=5-2", "bytes=-1", "bytes=0-0,1-1,2-2", "bytes=99999999999999-", "chars=0-1", "bytes"],
  "If-None-Match": ["*", '"x"', 'W/"x", "y"', "x".repeat(4_000), '"'],
  "If-Modified-Since": ["Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "9".repeat(100)],
  "If-Match": ["*", '"nothing"'],
  "If-Range": ['"x"', "never"],
  Accept: ["*/*", "", "text/html;q=2", "application/json", "image/avif,".repeat(200), ";;;", "text/x-component"],
  "Accept-Encoding": ["br", "gzip;q=0", "identity;q=0, *;q=0", "br;q=", "zstd", ",,,,"],
  "Accept-Language": ["yo-NG", "x".repeat(2_000), "*;q=abc"],
  "Idempotency-Key": ["", "short", "x".repeat(101), "a\tb", "ok-key-of-mine"],
  "X-Paystack-Signature": ["", "00", "f".repeat(128), "z".repeat(128)],
  "X-Forwarded-For": ["127.0.0.1", "::1, ' or 1=1", "x".repeat(2_000)],
  "X-Forwarded-Host": ["evil.example"],
  "X-Forwarded-Proto": ["https", "gopher"],
  "Fly-Request-Id": ["", "a b", "x".repeat(2_000), "forged-request-id"],
  "Save-Data": ["on", "maybe"],
  "User-Agent": ["", "Googlebot/2.1", "x".repeat(4_000)],
  Referer: ["http://evil.example/", "/", "\u00ff\u00fe"],
  Purpose: ["prefetch"],
  Expect: ["100-continue", "200-ok"],
  Upgrade: ["websocket", "h2c"],
  Connection: ["upgrade", "close, keep-alive", "Host"],
  "Content-Encoding": ["gzip", "br"],
  "Content-Disposition": ["attachment"],
  "X-HTTP-Method-Override": ["DELETE"],
  Authorization: ["Bearer x", "Basic ====", "Bearer "],
  Forwarded: ["for=127.0.0.1;host=evil.example"],
  "Sec-Fetch-Site": ["cross-site", "same-site", "none", "nonsense"],
  "Sec-Fetch-Mode": ["navigate", "cors"],
};
const names = Object.keys(values) as [string, ...string[]];

/** A header our own pages would not send, or not like this. */
export function oddHeader(random: SeededRandom): [string, string] {
  const name = random.pick(names);
  return [name, random.pick(values[name] ?? ["x"])];
}

/** Cookies that are none of ours, or ours and broken. */
export function oddCookie(random: SeededRandom): string {
  const session = (text: string) => `photogem-session=base64-${Buffer.from(text).toString("base64url")}`;
  return random.pick<() => string>([
    () => session('{"access_token":"a.b.c","refresh_token":"x","expires_at":1}'),
    () => session('{"access_token":"a.b.c","refresh_token":"a\\u0000b","expires_at":99999999999}'),
    () => session("[[[["),
    () => session('{"access_token":1,"refresh_token":{},"user":[]}'),
    () => "photogem-session=base64-%%%",
    () => "photogem-session.0=base64-e30; photogem-session.1=x; photogem-session.9=y",
    () => "flash=x.y; tz=../../etc; currency=<x>; styles=1",
    () => `tz=${written(oddValue(random))}; flash=${written(oddValue(random))}`,
    () => Array.from({ length: 80 }, (_, index) => `c${index}=1`).join("; "),
    () => "=; ;;=a;",
    () => `big=${"x".repeat(8_000)}`,
  ])();
}

const written = (value: string) => value.replace(/[^\x20-\x7e]/g, "?");
