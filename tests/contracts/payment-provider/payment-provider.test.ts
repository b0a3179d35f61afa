import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openPaymentSandbox } from "../../../app/adapters/embedded/payment-sandbox/payment-sandbox.server.ts";
import { createPaystackPayments } from "../../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import { noSandboxFaults } from "../../../app/gems/sandbox/payment-sandbox.ts";
import { watchRequests } from "../../servers/paystack/documented-requests.ts";
import { startPaystackServer } from "../../servers/paystack/paystack-server.ts";
import { paymentProviderContract, start, unpaidPaymentsContract } from "./payment-provider-contract.ts";

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
    faultMs: 2_500,
    refundStepMs: 50,
  });
  const { fetch, undocumented } = watchRequests(sandbox.fetch);
  const paymentsWith = (key: string) => createPaystackPayments({ secretKey: key, fetch, timeoutMs: 2_000, log });
  return {
    payments: paymentsWith(secretKey),
    stranger: paymentsWith("sk_test_stranger"),
    undocumented,
    page: sandbox,
    async close() {
      await sandbox.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
});

test("closes the embedded sandbox once the refunds that it is ending have ended", async () => {
  const directory = await mkdtemp(join(tmpdir(), "payment-sandbox-"));
  const secretKey = "sk_test_sandbox";
  const refundStepMs = 20;
  const checkoutUrl = (accessCode: string) => `http://localhost/${accessCode}`;
  const webhookUrl = "http://127.0.0.1:9/api/paystack/webhook";
  const sandbox = await openPaymentSandbox({ directory, secretKey, webhookUrl, checkoutUrl, log, refundStepMs });
  const payments = createPaystackPayments({ secretKey, fetch: sandbox.fetch, log });
  const references = Array.from({ length: 20 }, (_, index) => `1795760994${100 + index}-starter-NGN`);
  for (const reference of references) {
    const started = await start(payments, reference);
    if (!started.ok) throw new Error(started.problem);
    const accessCode = started.authorizationUrl.split("/").at(-1) ?? "";
    await sandbox.act(accessCode, { button: "pay", faults: { ...noSandboxFaults, webhook: "never" } });
  }
  await Promise.all(references.map((reference) => payments.refund(reference)));
  // Node runs timers of one length in their order, so each refund's last step has begun after this one.
  await pause(refundStepMs + 1);
  await sandbox.close();
  const files = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), "utf8")));
  await rm(directory, { recursive: true, force: true });
  expect(files.map((file) => (JSON.parse(file) as { status: string }).status)).toEqual(
    references.map(() => "reversed"),
  );
});

paymentProviderContract("Paystack's adapter over HTTP", async (webhookUrl) => {
  const server = await startPaystackServer({ webhookUrl });
  const { fetch, undocumented } = watchRequests();
  const paymentsWith = (secretKey: string) =>
    createPaystackPayments({ secretKey, apiUrl: server.url, fetch, timeoutMs: 2_000, log });
  return {
    payments: paymentsWith(server.secretKey),
    stranger: paymentsWith("sk_test_stranger"),
    undocumented,
    page: server.page,
    close: server.close,
  };
});

const testKey = process.env["TEST_PAYSTACK_SECRET_KEY"];
if (testKey && !testKey.startsWith("sk_test_")) throw new Error("TEST_PAYSTACK_SECRET_KEY has to be a test key");

// No test clicks the buttons of Paystack's own page, so its payments stay unpaid.
unpaidPaymentsContract(
  "Paystack itself, in test mode",
  testKey
    ? async () => {
        const { fetch, undocumented } = watchRequests();
        const paymentsWith = (secretKey: string) => createPaystackPayments({ secretKey, fetch, log });
        return { payments: paymentsWith(testKey), stranger: paymentsWith("sk_test_stranger"), undocumented };
      }
    : null,
);
