import { createHmac, randomUUID } from "node:crypto";
import { createCookie } from "react-router";
import { z } from "zod";

const maxAgeSeconds = 365 * 24 * 3600;
/** Accounts per device; the oldest is dropped first. */
const maxAccounts = 5;

const cookieSchema = z.object({ devices: z.array(z.object({ account: z.string(), device: z.string() })) });

/** A signed cookie with keyed hashes of accounts that signed in on this device. It proves nothing else. */
export function knownDevices({ sessionSecret, appUrl }: { sessionSecret: string; appUrl: string }) {
  const cookie = createCookie("known-device", {
    secrets: [sessionSecret],
    httpOnly: true,
    sameSite: "lax",
    secure: appUrl.startsWith("https:"),
    path: "/login",
    maxAge: maxAgeSeconds,
  });
  const accountOf = (email: string) =>
    createHmac("sha256", sessionSecret).update(`known-device:${email.trim().toLowerCase()}`).digest("base64url");
  const read = async (request: Request) =>
    cookieSchema.safeParse(await cookie.parse(request.headers.get("Cookie"))).data?.devices ?? [];
  return {
    /** This device's id for an account; null before its first sign-in. */
    find: async (request: Request, email: string): Promise<string | null> =>
      (await read(request)).find(({ account }) => account === accountOf(email))?.device ?? null,
    remember: async (request: Request, email: string): Promise<string> => {
      const known = await read(request);
      const account = accountOf(email);
      const device = known.find((one) => one.account === account)?.device ?? randomUUID();
      const others = known.filter((one) => one.account !== account);
      return cookie.serialize({ devices: [{ account, device }, ...others].slice(0, maxAccounts) });
    },
  };
}

/** Returns "Chrome on Android" from a User-Agent header; null if it names neither. */
export function deviceName(userAgent: string): string | null {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}

/** The first match counts: most browsers also name the browsers that they derive from. */
const browsers = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\b(OPR|OPT|Opera( Mini)?)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
] as const;

const systems = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;
