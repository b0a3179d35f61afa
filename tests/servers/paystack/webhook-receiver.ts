import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedWebhook {
  body: Buffer;
  signature: string | null;
}

export interface WebhookReceiver {
  url: string;
  /** Statuses of the next responses; then 200. */
  answers: number[];
  /** The number of received webhooks. */
  readonly count: number;
  /** Waits for the next webhook. */
  next(): Promise<ReceivedWebhook>;
  close(): Promise<void>;
}

/** Receives webhooks like the product, in the order of arrival. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const waiting: ((webhook: ReceivedWebhook) => void)[] = [];
  const answers: number[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.writeHead(answers.shift() ?? 200).end();
    const signature = request.headers["x-paystack-signature"];
    count += 1;
    const webhook = { body: Buffer.concat(chunks), signature: typeof signature === "string" ? signature : null };
    const taker = waiting.shift();
    if (taker) taker(webhook);
    else received.push(webhook);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/paystack/webhook`,
    answers,
    get count() {
      return count;
    },
    next: () => {
      const first = received.shift();
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve));
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
