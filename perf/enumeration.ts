import { randomInt, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumPath } from "../tests/chromium.ts";
import { aligned } from "./aligned.ts";
import { buildProduct, startProduct } from "./servers/product.ts";
import { signUp } from "./sign-up.ts";
import { median, percentile } from "./statistics.ts";

/**
 * `npm run bench:enumeration`: whether the time of an answer tells a known address from an unknown one. Signing in,
 * registering, asking for a new password and for the confirmation again, each tried 200 times with either, in turns,
 * from ever new network addresses; medians and 95th percentiles. Ends with 1 when two medians differ by more than
 * noise: 10 % and 3 ms.
 */
const tries = 200;
const allowed = { share: 0.1, ms: 3 };
/** Each may be mailed 30 times in an hour: once to join, and 210 times three over all of them here. */
const knownAccounts = 25;

const password = "not the password";
const requests: Record<string, { path: string; fields: (email: string) => Record<string, string> }> = {
  "sign in": { path: "/login", fields: (email) => ({ email, password }) },
  register: {
    path: "/register",
    fields: (email) => ({ fullName: "Ada Obi", email, password, confirmPassword: password }),
  },
  "forgot password": { path: "/forgot-password", fields: (email) => ({ email }) },
  "send it again": { path: "/verify-email", fields: (email) => ({ email }) },
};

const dataDirectory = await mkdtemp(join(tmpdir(), "photogem-enumeration-"));
buildProduct();
const server = await startProduct(dataDirectory, { TRUSTED_PROXY: "fly" });
try {
  const known = await joined(knownAccounts);
  const rows = [["request", "known", "unknown", "known p95", "unknown p95", "difference"]];
  let reported = 0;
  for (const [name, { path, fields }] of Object.entries(requests)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let turn = 0; turn < tries + 10; turn += 1) {
      const pair = [
        ["known", known[turn % known.length] ?? ""],
        ["unknown", `${randomUUID()}@example.com`],
      ] as const;
      for (const [kind, email] of turn % 2 ? pair : pair.toReversed()) {
        const ms = await timeRequest(path, fields(email));
        // The first ten warm up.
        if (turn >= 10) times[kind].push(ms);
      }
    }
    const [a, b] = [median(times.known), median(times.unknown)];
    const differs = Math.abs(a - b) > Math.max(allowed.ms, allowed.share * Math.max(a, b));
    if (differs) reported += 1;
    const figures = [a, b, percentile(times.known, 95), percentile(times.unknown, 95)];
    rows.push([
      name,
      ...figures.map((ms) => `${ms.toFixed(1)} ms`),
      `${(a - b).toFixed(1)} ms${differs ? " TELLS" : ""}`,
    ]);
  }
  console.log(aligned(rows, [1, 2, 3, 4, 5]).join("\n"));
  console.log(
    reported
      ? `${reported} of ${rows.length - 1} tell known addresses by their time.`
      : "No request tells by its time.",
  );
  process.exitCode = reported ? 1 : 0;
} finally {
  await server.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}

/** Addresses of confirmed members. */
async function joined(count: number): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  try {
    const emails: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const email = `${randomUUID()}@example.com`;
      await signUp(browser, server.url, join(dataDirectory, "mailbox"), email);
      emails.push(email);
    }
    return emails;
  } finally {
    await browser.close();
  }
}

/** How long the answer took, ms. @throws when it was refused for asking too often: that would be measured instead. */
async function timeRequest(path: string, fields: Record<string, string>): Promise<number> {
  const start = performance.now();
  const response = await fetch(server.url + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      "Sec-Fetch-Site": "same-origin",
      "Fly-Client-IP": [randomInt(1, 99), randomInt(256), randomInt(256), randomInt(1, 255)].join("."),
    },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  if (response.status === 429) throw new Error(`${path} was refused: too many tries`);
  return performance.now() - start;
}
