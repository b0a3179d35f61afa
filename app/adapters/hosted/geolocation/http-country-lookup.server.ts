import type { Logger } from "pino";
import type { CountryLookup } from "../../../gems/currency/currency.ts";
import { networkOfAddress } from "../../network-of-address.ts";

interface HttpCountryLookupOptions {
  url: string;
  log: Pick<Logger, "warn" | "info">;
  budgetMs?: number;
  now?: () => number;
}

interface Answer {
  country: string | null;
  until: number;
}

const [dayMs, pauseMs] = [24 * 3_600_000, 10 * 60_000];
const rememberedNetworks = 10_000;
const maxBytes = 64 * 1024;

/**
 * Expects JSON with `country_code` (docs/product/specification.md, "Calls to services"). Sends only the network, once
 * a day. Logs a failing service once and does not query it about that network again for ten minutes.
 */
export function createHttpCountryLookup(options: HttpCountryLookupOptions): CountryLookup {
  const { url, log, budgetMs = 800, now = Date.now } = options;
  addressed(url, "192.0.2.0");
  const answers = new Map<string, Answer>();
  const pending = new Map<string, Promise<string | null>>();
  let failing = false;

  function remember(network: string, country: string | null, forMs: number) {
    answers.delete(network);
    answers.set(network, { country, until: now() + forMs });
    const oldest = answers.size > rememberedNetworks ? answers.keys().next().value : undefined;
    if (oldest !== undefined) answers.delete(oldest);
    return country;
  }

  async function request(network: string): Promise<string | null> {
    try {
      const country = await fetchCountry(addressed(url, network), AbortSignal.timeout(budgetMs));
      if (failing) log.info("the geolocation service answers again");
      failing = false;
      return remember(network, country, dayMs);
    } catch (error) {
      if (!failing) log.warn({ err: error }, "the geolocation service did not answer: prices stay in naira");
      failing = true;
      return remember(network, null, pauseMs);
    } finally {
      pending.delete(network);
    }
  }

  function find(address: string): Answer | Promise<string | null> | null {
    const network = networkOfAddress(address);
    if (network === null) return null;
    const answer = answers.get(network);
    if (answer && answer.until > now()) return answer;
    const question = pending.get(network) ?? request(network);
    pending.set(network, question);
    return question;
  }

  return {
    known(address) {
      const found = find(address);
      return found === null || found instanceof Promise ? null : found.country;
    },
    async countryOf(address) {
      const found = find(address);
      return found === null || found instanceof Promise ? found : found.country;
    },
  };
}

function addressed(url: string, network: string): URL {
  const address = network.endsWith("::") ? `${network}1` : network.replace(/0$/, "1");
  const filled = new URL(url.replaceAll("{ip}", encodeURIComponent(address)));
  if (!url.includes("{ip}")) filled.searchParams.set("ip", address);
  return filled;
}

async function fetchCountry(url: URL, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, { signal, redirect: "error", headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const text = await readText(response);
  const code: unknown = (JSON.parse(text) as { country_code?: unknown } | null)?.country_code;
  if (code === null || code === "") return null;
  if (typeof code !== "string" || !/^[a-z]{2}$/i.test(code)) throw new Error("its answer has no country_code");
  return code.toUpperCase();
}

async function readText(response: Response): Promise<string> {
  let [text, bytes] = ["", 0];
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error("its answer is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
