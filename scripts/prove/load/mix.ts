import type { WebhookPlan } from "../../bench-webhooks/plans.ts";

/** Pages, and webhooks after them, one thing after the other on every connection. */
export interface MixPlan {
  pages: { url: string; headers: Record<string, string> }[];
  /** One of the references is used up by each turn. */
  webhooks: Pick<WebhookPlan, "url" | "secretKey" | "references">;
  connections: number;
  seconds: number;
}

export interface Mixed {
  /** The latencies of each page, in the plan's order, and of the webhooks, ms. */
  ms: number[][];
  seconds: number;
}
