import { createHmac } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config.server.ts";
import type { PaymentProvider } from "../gems/payment-provider.ts";
import type { PaymentSandbox } from "../gems/sandbox/payment-sandbox.ts";
import { type CheckedService, serviceCheck } from "../server/http/health/health-checks.ts";

export interface OpenPayments {
  provider: PaymentProvider;
  sandbox: PaymentSandbox | null;
  formTargets: string[];
  description: string;
  check: CheckedService | null;
}

export async function openPayments(
  { payments, appUrl }: Config,
  dataDirectory: string,
  sessionSecret: string,
  log: Logger,
  closing: (() => unknown)[],
): Promise<OpenPayments> {
  const { createPaystackPayments, paystackApiUrl, paystackCheckoutOrigin } =
    await import("./hosted/paystack/paystack-payments.server.ts");
  if (payments.kind === "paystack") {
    const { checkPaystack } = await import("./hosted/paystack/paystack-payments.server.ts");
    const apiUrl = payments.apiUrl ?? paystackApiUrl;
    return {
      provider: createPaystackPayments({ secretKey: payments.secretKey, apiUrl, log }),
      sandbox: null,
      // A test server in Paystack's place serves its own payment page.
      formTargets: [paystackCheckoutOrigin, ...(payments.apiUrl ? [new URL(payments.apiUrl).origin] : [])],
      description: `Paystack, ${apiUrl}`,
      check: serviceCheck(() => checkPaystack({ secretKey: payments.secretKey, apiUrl })),
    };
  }
  const { openPaymentSandbox } = await import("./embedded/payment-sandbox/payment-sandbox.server.ts");
  const directory = join(dataDirectory, "payment-sandbox");
  // All processes share the key, since one may receive the webhook of another's payment.
  const secretKey = `sk_test_${createHmac("sha256", sessionSecret).update("payment sandbox").digest("hex")}`;
  const sandbox = await openPaymentSandbox({
    directory,
    secretKey,
    checkoutUrl: (accessCode) => `${appUrl}/sandbox/paystack/${accessCode}`,
    webhookUrl: `${appUrl}/api/paystack/webhook`,
    log,
  });
  closing.push(sandbox.close);
  return {
    provider: createPaystackPayments({ secretKey, fetch: sandbox.fetch, log }),
    sandbox,
    formTargets: [],
    description: `sandbox (no money moves), ${directory}`,
    check: null,
  };
}
