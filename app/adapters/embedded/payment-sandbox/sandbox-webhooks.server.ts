import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import { noSandboxFaults, type SandboxFaults } from "../../../gems/sandbox/payment-sandbox.ts";

export interface SandboxWebhookOptions {
  webhookUrl: string;
  secretKey: string;
  log: Logger;
  /** Pauses in ms before each further delivery; Paystack's are minutes and hours. */
  retryDelaysMs?: readonly number[];
  afterMs?: number;
  latenessMs?: number;
}

export interface SandboxWebhooks {
  /** Sends a signed event, with retries. Resolves at once, or after the first delivery of an early webhook. */
  send(event: string, data: unknown, faults?: Pick<SandboxFaults, "webhook" | "signature">): Promise<void>;
  close(): Promise<void>;
}

const timeLimitMs = 10_000;

/** Delivers over real HTTP until the receiver answers 200. Plans are in memory: the purchase sweep covers losses. */
export function sandboxWebhooks({
  webhookUrl,
  secretKey,
  log,
  retryDelaysMs = [1_000, 5_000, 30_000, 180_000],
  afterMs = 3_000,
  latenessMs = 20_000,
}: SandboxWebhookOptions): SandboxWebhooks {
  const planned = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let closed = false;

  function plan(inMs: number, work: () => Promise<void>) {
    if (closed) return;
    const timer = setTimeout(() => {
      planned.delete(timer);
      void run(work);
    }, inMs);
    timer.unref();
    planned.add(timer);
  }

  async function run(work: () => Promise<void>) {
    const delivery = work().finally(() => running.delete(delivery));
    running.add(delivery);
    await delivery;
  }

  async function deliver(body: string, signature: string, attempt: number): Promise<void> {
    const delivered = await post(webhookUrl, body, signature);
    if (delivered === 200) return;
    log.warn({ attempt: attempt + 1, answer: delivered }, "sandbox webhook was not accepted");
    const delay = retryDelaysMs[attempt];
    if (delay !== undefined) plan(delay, () => deliver(body, signature, attempt + 1));
  }

  return {
    async send(event, data, { webhook, signature } = noSandboxFaults) {
      const body = JSON.stringify({ event, data });
      const key = signature === "good" ? secretKey : `not ${secretKey}`;
      const signed = createHmac("sha512", key).update(body).digest("hex");
      const first = () => deliver(body, signed, 0);
      if (webhook === "before") return run(first);
      const delaysMs = { once: [0], twice: [0, 0], after: [afterMs], late: [latenessMs], never: [] }[webhook];
      for (const delayMs of delaysMs) plan(delayMs, first);
    },
    async close() {
      closed = true;
      for (const timer of planned) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

async function post(url: string, body: string, signature: string): Promise<number | string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "x-paystack-signature": signature },
      body,
      signal: AbortSignal.timeout(timeLimitMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return error instanceof Error ? error.name : "unknown error";
  }
}
