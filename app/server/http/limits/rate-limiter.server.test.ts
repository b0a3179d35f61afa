import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPgliteDatabase, type OpenDatabase } from "../../../adapters/embedded/database/pglite-database.server.ts";
import { createRateLimiter } from "./rate-limiter.server.ts";
import { networkOf, rateLimits, siteOf, waitMessage } from "./limits.ts";

let open: OpenDatabase;
beforeAll(async () => {
  open = await openPgliteDatabase(null);
}, 60_000);
afterAll(() => open.close());

const limiter = (secret = "secret") =>
  createRateLimiter((text, values) => open.kysely.executeQuery(CompiledQuery.raw(text, values)), secret);

test("an account's tries run out after the limit, and say how long to wait", async () => {
  const { times, minutes } = rateLimits.mailToAccountFromAddress;
  for (let count = 0; count < times; count += 1)
    expect(await limiter().take({ mailToAccountFromAddress: "ada@example.com" })).toBe(0);
  const wait = await limiter().take({ mailToAccountFromAddress: "Ada@Example.com " });
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(minutes * 60);
  expect(await limiter().take({ mailToAccountFromAddress: "somebody.else@example.com" })).toBe(0);
});

test("a try that is given back does not count", async () => {
  for (let count = 0; count < 2 * rateLimits.signInFromKnownDevice.times; count += 1) {
    expect(await limiter().take({ signInFromKnownDevice: "phone" })).toBe(0);
    await limiter().giveBack({ signInFromKnownDevice: "phone" });
  }
});

test("nothing of the subject is kept in the clear", async () => {
  await limiter().take({ mailToAccount: "grace@example.com", mailFromAddress: "192.0.2.7" });
  const { rows } = await open.kysely.executeQuery(CompiledQuery.raw("select key from private.rate_limits", []));
  expect(JSON.stringify(rows)).not.toMatch(/grace|192\.0\.2\.7/);
});

test("the wait is said in whole minutes", () => {
  expect(waitMessage(20)).toBe("Too many tries. Please wait a minute and try again.");
  expect(waitMessage(61)).toBe("Too many tries. Please wait 2 minutes and try again.");
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("all networks of one IPv6 site are counted together, and an IPv4 address alone", () => {
  expect(siteOf("2001:db8:1:2:3:4:5:6")).toBe(siteOf("2001:db8:1:ffff::9"));
  expect(siteOf("2001:db8:2::1")).not.toBe(siteOf("2001:db8:1::1"));
  expect(siteOf("192.0.2.7")).toBe("192.0.2.7");
});
