import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { openPaymentSandbox } from "../../../app/adapters/embedded/payment-sandbox/payment-sandbox.server.ts";
import { createPaystackPayments } from "../../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import { startPaystackServer } from "../../servers/paystack/paystack-server.ts";
import { paymentProviderContract } from "./payment-provider-contract.ts";

const log = pino({ level: "silent" });

paymentProviderContract("Paystack's adapter on the embedded sandbox", async (webhookUrl) => {
  const directory = await mkdtemp(join(tmpdir(), "payment-sandbox-"));
  const secretKey = "sk_test_sandbox";
  const sandbox = await openPaymentSandbox({
    directory,
    secretKey,
    webhookUrl,
    checkoutUrl: (accessCode) => `http://localhost:3000/sandbox/paystack/${accessCode}`,
    log,
    retryDelaysMs: [5, 5],
    afterMs: 20,
    latenessMs: 50,
    faultMs: 500,
    refundStepMs: 50,
  });
  const paymentsWith = (key: string) =>
    createPaystackPayments({ secretKey: key, fetch: sandbox.fetch, timeoutMs: 500, log });
  return {
    payments: paymentsWith(secretKey),
    stranger: paymentsWith("sk_test_stranger"),
    page: sandbox,
    async close() {
      await sandbox.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
});

paymentProviderContract("Paystack's adapter over HTTP", async (webhookUrl) => {
  const server = await startPaystackServer({ webhookUrl });
  const paymentsWith = (secretKey: string) =>
    createPaystackPayments({ secretKey, apiUrl: server.url, timeoutMs: 500, log });
  return {
    payments: paymentsWith(server.secretKey),
    stranger: paymentsWith("sk_test_stranger"),
    page: server.page,
    close: server.close,
  };
});
