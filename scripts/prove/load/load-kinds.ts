import { startChild } from "../../bench-webhooks/child.ts";
import type { Delivered, WebhookPlan } from "../../bench-webhooks/plans.ts";
import { writePurchases } from "../../bench-webhooks/purchases.ts";
import { runLoad } from "../../measure/load/load.ts";
import type { LoadedProduct } from "./loaded-product.ts";
import type { Mixed, MixPlan } from "./mix.ts";

export const connections = 8;
export const secondsEach = 3;
/** More than can be delivered in the time. */
const webhooks = 600;

/** What was asked for in one round. */
export interface Measured {
  seconds: number;
  /** Latencies of each thing asked for, ms. */
  ms: number[][];
}

/** Something the product, or the template beside it, is asked for as often as it can answer. */
export interface LoadKind {
  what: string;
  run(): Promise<Measured>;
}

/** @param cookie of the member whose gallery it is. */
export function loadKinds(
  { url, kysely, services }: LoadedProduct,
  { bare, cookie }: { bare: string; cookie: string },
) {
  const get = (what: string, page: string, headers: Record<string, string> = {}): LoadKind => ({
    what,
    async run() {
      const { samples, seconds } = await runLoad({ url: page, seconds: secondsEach, pace: { connections }, headers });
      return { seconds, ms: [samples.map(({ ms }) => ms)] };
    },
  });
  const delivering = async (): Promise<Omit<WebhookPlan, "connections" | "seconds">> => ({
    url: `${url}/api/paystack/webhook`,
    secretKey: services.paystack.secretKey,
    references: await writePurchases(kysely, webhooks),
  });
  const landing = { url: `${url}/`, headers: {} };
  const gallery = { url: `${url}/gallery`, headers: { Cookie: cookie } };
  return {
    bare: get("default template, its page", `${bare}/`),
    landing: get("landing page", landing.url),
    gallery: get("gallery of a member", gallery.url, gallery.headers),
    webhook: {
      what: "payment webhook",
      async run() {
        const plan: WebhookPlan = { ...(await delivering()), connections, seconds: secondsEach };
        const file = new URL("../../bench-webhooks/webhook-process.ts", import.meta.url);
        const { ms, seconds } = await startChild<Delivered>(file, plan).said;
        return { seconds, ms: [ms] };
      },
    },
    mix: {
      what: "landing, gallery, webhook in turn",
      run: async () => {
        const pages = [landing, gallery];
        const plan: MixPlan = { pages, webhooks: await delivering(), connections, seconds: secondsEach };
        return startChild<Mixed>(new URL("mix-process.ts", import.meta.url), plan).said;
      },
    },
  } satisfies Record<string, LoadKind>;
}
