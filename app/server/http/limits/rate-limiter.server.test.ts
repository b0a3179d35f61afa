import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPgliteDatabase, type OpenDatabase } from "../../../adapters/embedded/database/pglite-database.server.ts";
import { createRateLimiter } from "./rate-limiter.server.ts";
import { networkOf, rateLimits, siteOf, waitMessage, wideNetworkOf } from "./limits.ts";

let open: OpenDatabase;
beforeAll(async () => {
  open = await openPgliteDatabase(null);
}, 60_000);
afterAll(() => open.close());

const limiter = (secret = "secret") =>
  createRateLimiter((text, values) => open.kysely.executeQuery(CompiledQuery.raw(text, values)), secret);

test("refuses an account's tries after the limit and says how long to wait", async () => {
  const { times, minutes } = rateLimits.mailToAccountFromAddress;
  for (let count = 0; count < times; count += 1)
    expect(await limiter().take({ mailToAccountFromAddress: "ada@example.com" })).toBe(0);
  const wait = await limiter().take({ mailToAccountFromAddress: "Ada@Example.com " });
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(minutes * 60);
  expect(await limiter().take({ mailToAccountFromAddress: "somebody.else@example.com" })).toBe(0);
});

test("does not count a try that was given back", async () => {
  for (let count = 0; count < 2 * rateLimits.signInFromKnownDevice.times; count += 1) {
    expect(await limiter().take({ signInFromKnownDevice: "phone" })).toBe(0);
    await limiter().giveBack({ signInFromKnownDevice: "phone" });
  }
});

test("stores no subject in plain text", async () => {
  await limiter().take({ mailToAccount: "grace@example.com", mailFromAddress: "192.0.2.7" });
  const { rows } = await open.kysely.executeQuery(CompiledQuery.raw("select key from private.rate_limits", []));
  expect(JSON.stringify(rows)).not.toMatch(/grace|192\.0\.2\.7/);
});

test("states the wait in whole minutes", () => {
  expect(waitMessage(20)).toBe("Too many tries. Please wait a minute and try again.");
  expect(waitMessage(61)).toBe("Too many tries. Please wait 2 minutes and try again.");
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
])("counts %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("counts all networks of one IPv6 site together and each IPv4 address alone", () => {
  expect(siteOf("2001:db8:1:2:3:4:5:6")).toBe(siteOf("2001:db8:1:ffff::9"));
  expect(siteOf("2001:db8:2::1")).not.toBe(siteOf("2001:db8:1::1"));
  expect(siteOf("192.0.2.7")).toBe("192.0.2.7");
});

test("counts visitors of one IPv4 /24 and of one IPv6 /48 together", () => {
  expect(wideNetworkOf("::ffff:192.0.2.7")).toBe(wideNetworkOf("192.0.2.250"));
  expect(wideNetworkOf("192.0.3.7")).not.toBe(wideNetworkOf("192.0.2.7"));
  expect(wideNetworkOf("2001:db8:1:2::9")).toBe(wideNetworkOf("2001:db8:1:ffff::9"));
});
