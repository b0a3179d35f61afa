import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type CountryResponse, Reader } from "mmdb-lib";
import type { Logger } from "pino";
import type { CountryLookup } from "../../../gems/currency/currency.ts";
import { networkOfAddress } from "../../network-of-address.ts";

/** Networks by registry and route (CC0-1.0, https://github.com/sapics/ip-location-db): 8 MB of memory, 2 µs a query. */
const database = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

export function createBundledCountryLookup(log: Pick<Logger, "warn">): CountryLookup {
  let reader: Reader<CountryResponse> | null = null;
  let loading: Promise<void> | null = null;
  let loaded = false;
  const load = () =>
    (loading ??= read()
      .then(
        (database) => void (reader = database),
        (error: unknown) => log.warn({ err: error }, "country lookup is off: its database cannot be read"),
      )
      .then(() => void (loaded = true)));
  const find = (network: string) => countryIn(reader?.get(network));
  const lookup: CountryLookup = {
    known(address) {
      const network = networkOfAddress(address);
      if (network === null) return null;
      return loaded ? find(network) : lookup.countryOf(address);
    },
    async countryOf(address) {
      const network = networkOfAddress(address);
      if (network === null) return null;
      await load();
      return find(network);
    },
  };
  return lookup;
}

const read = async () => new Reader<CountryResponse>(await readFile(fileURLToPath(import.meta.resolve(database))));

function countryIn(row: unknown): string | null {
  const code = row !== null && typeof row === "object" ? Reflect.get(row, "country_code") : null;
  return typeof code === "string" && /^[A-Z]{2}$/.test(code) ? code : null;
}
