import type { Logger } from "pino";
import type { Config } from "../config.server.ts";

export async function openGeolocation({ geolocation }: Config, log: Logger) {
  if (geolocation.kind === "http") {
    const { createHttpCountryLookup } = await import("./hosted/geolocation/http-country-lookup.server.ts");
    return {
      countries: createHttpCountryLookup({ url: geolocation.url, log }),
      description: new URL(geolocation.url).host,
    };
  }
  const { createBundledCountryLookup } = await import("./embedded/geolocation/bundled-country-lookup.server.ts");
  return { countries: createBundledCountryLookup(log), description: "bundled database of countries" };
}
