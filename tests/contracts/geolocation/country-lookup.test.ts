import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createBundledCountryLookup } from "../../../app/adapters/embedded/geolocation/bundled-country-lookup.server.ts";
import { createHttpCountryLookup } from "../../../app/adapters/hosted/geolocation/http-country-lookup.server.ts";
import { currencyIn } from "../../../app/gems/currency/currency.ts";
import { type Misbehaviour, misbehave } from "../../servers/misbehave.ts";

const log = pino({ level: "silent" });
/** Longer than a busy machine takes. */
const budgetMs = 20_000;
const [inLagos, inLondon] = ["105.112.17.203", "81.2.69.142"];

let server: Server | undefined;
afterEach(() => server?.close());

/** A geolocation service that knows these countries or fails the first requests. */
async function service({ failing }: { failing?: Misbehaviour } = {}) {
  const asked: string[] = [];
  const state = { failing };
  server = createServer((request, response) => {
    const ip = new URL(request.url ?? "", "http://service").searchParams.get("ip") ?? "";
    asked.push(ip);
    if (state.failing) return void misbehave(response, state.failing);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ ip, country_code: ip.startsWith("105.") ? "NG" : "GB", city: "Lagos" }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server?.once("listening", resolve));
  return { asked, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lookup` };
}

describe.each([
  ["the bundled database", async () => createBundledCountryLookup(log)],
  ["a service over HTTP", async () => createHttpCountryLookup({ url: (await service()).url, log, budgetMs })],
])("%s", (_, open) => {
  test("finds the country of a public address, and so the currency", async () => {
    const countries = await open();
    expect(await countries.countryOf(inLagos)).toBe("NG");
    expect(await countries.countryOf(`::ffff:${inLagos}`)).toBe("NG");
    expect(await countries.countryOf(inLondon)).toBe("GB");
    expect([currencyIn("NG"), currencyIn("GB"), currencyIn(null)]).toEqual(["NGN", "USD", "NGN"]);
  });

  test.each(["127.0.0.1", "::1", "10.0.0.7", "fe80::1", "", "unknown", "<script>"])(
    "finds no country for %j",
    async (address) => {
      const countries = await open();
      expect(await countries.known(address)).toBeNull();
      expect(await countries.countryOf(address)).toBeNull();
    },
  );
});

test("the bundled database knows the country of the first visitor after a start, and answers at once from then on", async () => {
  const countries = createBundledCountryLookup(log);
  expect(await countries.known(inLondon)).toBe("GB");
  expect(countries.known(inLagos)).toBe("NG");
});

describe("the service over HTTP", () => {
  test("answers at once without a cached country and has it soon after", async () => {
    const countries = createHttpCountryLookup({ url: (await service()).url, log, budgetMs });
    expect(countries.known(inLagos)).toBeNull();
    await vi.waitFor(() => expect(countries.known(inLagos)).toBe("NG"), { timeout: budgetMs });
  });

  test("receives the network instead of the address, once for all its addresses", async () => {
    const { asked, url } = await service();
    const countries = createHttpCountryLookup({ url, log, budgetMs });
    await Promise.all([countries.countryOf(inLagos), countries.countryOf("105.112.17.9")]);
    await countries.countryOf("105.112.17.77");
    expect(asked).toEqual(["105.112.17.1"]);
  });

  test("accepts the address in its path", async () => {
    const { url } = await service();
    const countries = createHttpCountryLookup({ url: `${url}/{ip}?ip={ip}`, log, budgetMs });
    expect(await countries.countryOf(inLagos)).toBe("NG");
  });

  test("receives one request per network and day", async () => {
    const { asked, url } = await service();
    let now = Date.now();
    const countries = createHttpCountryLookup({ url, log, budgetMs, now: () => now });
    await countries.countryOf(inLagos);
    now += 23 * 3_600_000;
    await countries.countryOf(inLagos);
    expect(asked).toHaveLength(1);
    now += 2 * 3_600_000;
    await countries.countryOf(inLagos);
    expect(asked).toHaveLength(2);
  });

  test.each<Misbehaviour>([
    { how: "refuse", status: 500 },
    { how: "refuse", status: 429 },
    { how: "refuse", status: 200, body: '{"country_code":"Nigeria"}' },
    { how: "answer nonsense" },
    { how: "stay silent" },
    { how: "drip" },
    { how: "hang up" },
    { how: "never end" },
    { how: "redirect", location: "http://127.0.0.1:1/" },
  ])(
    "leaves prices in naira on the answer %j, logs once, and works again when the service recovers",
    async (failing) => {
      const { asked, state, url } = await service({ failing });
      const warn = vi.fn<(...said: unknown[]) => void>();
      let now = Date.now();
      const countries = createHttpCountryLookup({
        url,
        log: { warn, info: () => {} },
        budgetMs: 1_000,
        now: () => now,
      });
      expect(await countries.countryOf(inLondon)).toBeNull();
      expect(await countries.countryOf(inLagos)).toBeNull();
      await countries.countryOf(inLondon);
      expect(asked, "left alone for a while").toHaveLength(2);
      expect(warn).toHaveBeenCalledTimes(1);
      expect(JSON.stringify(warn.mock.calls)).not.toContain("81.2.69");
      state.failing = undefined;
      now += 11 * 60_000;
      expect(await countries.countryOf(inLondon)).toBe("GB");
    },
  );
});
