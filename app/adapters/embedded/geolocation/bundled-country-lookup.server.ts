import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type CountryResponse, Reader } from "mmdb-lib";
import type { Logger } from "pino";
import type { CountryLookup } from "../../../gems/currency/country-lookup.ts";
import { networkOfAddress } from "../../network-of-address.ts";

/**
 * The database of @ip-location-db: who registered a network, by the five registries and by the networks' own routes
 * (CC0-1.0, https://github.com/sapics/ip-location-db). 8 MB, which stay in memory once the first public address has
 * been asked about; one question takes 2 µs.
 */
const database = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/** Looks countries up in the bundled database: nobody's address leaves this server. */
export function createBundledCountryLookup(log: Pick<Logger, "warn">): CountryLookup {
  let reader: Reader<CountryResponse> | null = null;
  let loading: Promise<void> | null = null;
  const load = () =>
    (loading ??= read().then(
      (loaded) => void (reader = loaded),
      // Not tried again: the file comes with the product.
      (error: unknown) => log.warn({ err: error }, "countries are not known: their database cannot be read"),
    ));
  const ask = (network: string) => countryIn(reader?.get(network));
  return {
    known(address) {
      const network = networkOfAddress(address);
      if (network === null) return null;
      void load();
      return ask(network);
    },
    async countryOf(address) {
      const network = networkOfAddress(address);
      if (network === null) return null;
      await load();
      return ask(network);
    },
  };
}

const read = async () => new Reader<CountryResponse>(await readFile(fileURLToPath(import.meta.resolve(database))));

/** Its rows hold `country_code` alone. */
function countryIn(row: unknown): string | null {
  const code = row !== null && typeof row === "object" ? Reflect.get(row, "country_code") : null;
  return typeof code === "string" && /^[A-Z]{2}$/.test(code) ? code : null;
}
