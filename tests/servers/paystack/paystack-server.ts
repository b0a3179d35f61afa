import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { openPaymentSandbox } from "../../../app/adapters/embedded/payment-sandbox/payment-sandbox.server.ts";
import {
  chosenFaults,
  type PaymentSandbox,
  sandboxButtons,
  type SandboxCheckout,
  sandboxFaultFields,
} from "../../../app/gems/sandbox/payment-sandbox.ts";
import { inNaira } from "../../../app/gems/packages.ts";

export interface RecordedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: unknown;
}

/** The product's API calls. */
export type ApiCall = "initialize" | "verify" | "refund";

/** The API's fault until it is changed. `silent`: accepts the request and never responds. */
export type ApiFault =
  | "none"
  | "500"
  | "nonsense"
  | "empty"
  | "cut"
  | "silent"
  /** Responds correctly, after `slowMs`. */
  | "slow"
  | "redirect"
  | "too-many-requests"
  | "other-reference";

export interface PaystackServer {
  /** For PAYSTACK_API_URL. */
  url: string;
  secretKey: string;
  requests: RecordedRequest[];
  fault: ApiFault;
  /** The calls with this fault. */
  faultIn: readonly ApiCall[];
  /** Delay of `slow` in ms. */
  slowMs: number;
  /** Clicks the buttons of the payment page at `/checkout/<access code>`. */
  page: PaymentSandbox;
  close(): Promise<void>;
}

/**
 * A Paystack on a separate origin: API and payment page over HTTP, with the sandbox's logic behind both. Webhooks go to
 * `webhookUrl`.
 */
export async function startPaystackServer({
  webhookUrl,
  secretKey = "sk_test_server",
  port = 0,
  retryDelaysMs = [5, 5, 5],
  troubleMs = 500,
}: {
  webhookUrl: string;
  secretKey?: string;
  port?: number;
  /** Pauses before a refused webhook is sent again. */
  retryDelaysMs?: readonly number[];
  /** Ms of wrong API responses, if the payment page's visitor chose so. */
  troubleMs?: number;
}): Promise<PaystackServer> {
  const directory = await mkdtemp(join(tmpdir(), "paystack-"));
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = await openPaymentSandbox({
    directory,
    secretKey,
    webhookUrl,
    checkoutUrl: (accessCode) => `${url}/checkout/${accessCode}`,
    log: pino({ level: "silent" }),
    retryDelaysMs,
    afterMs: 20,
    latenessMs: 50,
    faultMs: troubleMs,
    refundStepMs: 50,
  });
  const paystack: PaystackServer = {
    url,
    secretKey,
    requests: [],
    fault: "none",
    faultIn: ["initialize", "verify", "refund"],
    slowMs: 300,
    page: sandbox,
    async close() {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
      // A webhook on its way may still be recorded.
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const text = await read(request);
    const path = request.url ?? "/";
    const accessCode = /^\/checkout\/([^/?]+)$/.exec(path)?.[1];
    if (accessCode) return checkout(decodeURIComponent(accessCode), request.method ?? "GET", text, response);
    paystack.requests.push({
      method: request.method ?? "",
      path,
      authorization: request.headers.authorization,
      body: text ? parsed(text) : null,
    });
    const fault = paystack.faultIn.some((call) => path.includes(call)) ? paystack.fault : "none";
    if (fault === "slow") await pause(paystack.slowMs);
    else if (fault !== "none") return misbehave(fault, path, response);
    const given = new AbortController();
    response.once("close", () => given.abort());
    const answer = await sandbox
      .fetch(`${url}${path}`, {
        method: request.method ?? "GET",
        headers: { Authorization: request.headers.authorization ?? "" },
        body: text || null,
        signal: given.signal,
      })
      .catch(() => null);
    if (!answer) return;
    const type = answer.headers.get("Content-Type") ?? "";
    response.writeHead(answer.status, { "Content-Type": type }).end(await answer.text());
  }

  async function checkout(accessCode: string, method: string, text: string, response: ServerResponse) {
    const form = new URLSearchParams(text);
    const button = sandboxButtons.find((name) => name === form.get("button"));
    if (method === "POST" && button) {
      const next = await sandbox.act(accessCode, { button, faults: chosenFaults(form) });
      return response.writeHead(next ? 303 : 404, next ? { Location: next } : {}).end();
    }
    const found = await sandbox.checkout(accessCode);
    response
      .writeHead(found ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" })
      .end(found ? checkoutPage(found) : "");
  }

  return paystack;
}

function misbehave(fault: Exclude<ApiFault, "none" | "slow">, path: string, response: ServerResponse) {
  const json = { "Content-Type": "application/json" };
  switch (fault) {
    case "500":
      return response.writeHead(500, json).end('{"status":false,"message":"Internal error"}');
    case "too-many-requests":
      return response.writeHead(429, json).end('{"status":false,"message":"Too many requests"}');
    case "nonsense":
      return response.writeHead(200, json).end('{"status":true,"data":{"status":"success","amount":"a lot"}}');
    case "empty":
      return response.writeHead(200, json).end();
    case "redirect":
      return response.writeHead(302, { Location: `http://127.0.0.1:9${path}` }).end();
    case "cut":
      return response.destroy();
    case "silent":
      return;
    case "other-reference":
      return response.writeHead(200, json).end(
        JSON.stringify({
          status: true,
          data: { status: "success", reference: "another", amount: 100_000, currency: "NGN", domain: "test" },
        }),
      );
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The payment page of the stand-in for Paystack: the sandbox page's choices, on a separate origin. */
function checkoutPage({ reference, amountKobo, status, callbackUrl }: SandboxCheckout): string {
  const failed = status === "failed";
  const price = inNaira(amountKobo / 100);
  const over = status === "success" || status === "reversed";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${failed ? "Error: " : ""}Test payment · Photogem</title>
<link rel="icon" href="data:,">
<style>button, select, summary { min-height: 44px; margin: 8px; }</style>
</head>
<body>
<main>
<h1>Pay ${price}</h1>
<p>No money moves.</p>
${failed ? '<p role="alert" tabindex="-1" autofocus>The payment was declined. Try again, or cancel.</p>' : ""}
${over ? finished(status, callbackUrl) : choices(price)}
<p>Payment reference: <span>${reference}</span></p>
</main>
</body>
</html>`;
}

const finished = (status: SandboxCheckout["status"], callbackUrl: string) =>
  `<p>${status === "success" ? "This payment is already made." : "This payment was given back."}</p>
<p><a href="${callbackUrl.replaceAll("&", "&amp;")}">Back to the merchant</a></p>`;

const choices = (price: string) => `<form method="post">
<button name="button" value="pay">Pay ${price}</button>
<button name="button" value="decline">Decline</button>
<button name="button" value="leave-pending">Leave pending</button>
<button name="button" value="cancel">Cancel</button>
<details>
<summary>Let something go wrong</summary>
${Object.entries(sandboxFaultFields)
  .map(
    ([name, { label, options }]) =>
      `<p><label for="${name}">${label}</label> <select id="${name}" name="${name}">${selectable(options)}</select></p>`,
  )
  .join("\n")}
</details>
</form>`;

const selectable = (options: Record<string, string>) =>
  Object.entries(options)
    .map(([value, text]) => `<option value="${value}">${text}</option>`)
    .join("");
