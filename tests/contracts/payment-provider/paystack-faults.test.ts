import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  checkPaystack,
  createPaystackPayments,
} from "../../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import type { PaymentProvider, PaymentRequest } from "../../../app/gems/payment-provider.ts";
import { type ApiFault, type PaystackServer, startPaystackServer } from "../../servers/paystack/paystack-server.ts";

const secretKey = "sk_test_do_not_show";

describe("Paystack's adapter", () => {
  let server: PaystackServer;
  let payments: PaymentProvider;
  /** For calls that are never answered, or late. */
  let impatient: PaymentProvider;
  let logged = "";
  beforeAll(async () => {
    server = await startPaystackServer({ webhookUrl: "http://127.0.0.1:9/", secretKey });
    const log = pino({ level: "debug" }, { write: (line: string) => void (logged += line) });
    payments = createPaystackPayments({ secretKey, apiUrl: server.url, timeoutMs: 20_000, log });
    impatient = createPaystackPayments({ secretKey, apiUrl: server.url, timeoutMs: 200, log });
  });
  beforeEach(() => {
    server.fault = "none";
    server.faultIn = ["initialize", "verify", "refund"];
    server.slowMs = 300;
    server.requests.length = 0;
    logged = "";
  });
  afterAll(() => server.close());

  const request = (): PaymentRequest => ({
    reference: `${randomUUID()}-starter-USD`,
    amountKobo: 100_000,
    email: "ada@example.com",
    callbackUrl: "http://localhost:3000/buy-coins/return",
    cancelUrl: "http://localhost:3000/buy-coins/return?cancelled=1",
    metadata: { package: "Starter", gems: 8, display_currency: "USD", display_amount: "0.71", ngn_amount: 1000 },
  });

  test("requests naira with callback, cancel address and the product's fields", async () => {
    const asked = request();
    await payments.initialize(asked);
    expect(server.requests).toEqual([
      {
        method: "POST",
        path: "/transaction/initialize",
        authorization: `Bearer ${secretKey}`,
        body: {
          reference: asked.reference,
          amount: 100_000,
          currency: "NGN",
          email: "ada@example.com",
          callback_url: asked.callbackUrl,
          metadata: {
            cancel_action: asked.cancelUrl,
            custom_fields: [
              { display_name: "Package", variable_name: "package", value: "Starter" },
              { display_name: "Gems", variable_name: "gems", value: 8 },
              { display_name: "Display currency", variable_name: "display_currency", value: "USD" },
              { display_name: "Display amount", variable_name: "display_amount", value: "0.71" },
              { display_name: "Ngn amount", variable_name: "ngn_amount", value: 1000 },
            ],
          },
        },
      },
    ]);
  });

  const faults: ApiFault[] = ["500", "too-many-requests", "nonsense", "empty", "cut", "silent", "slow", "redirect"];
  test.for(faults)("treats %j as no answer to any call and logs neither key nor buyer", async (fault) => {
    server.fault = fault;
    const unavailable = { ok: false, problem: "unavailable" };
    const failing = fault === "silent" || fault === "slow" ? impatient : payments;
    expect(await failing.verify("1-starter-NGN")).toEqual(unavailable);
    expect(await failing.initialize(request())).toEqual(unavailable);
    expect(logged).toContain("Paystack");
    expect(logged).not.toMatch(/do_not_show|ada@|Bearer/);
  });

  test("accepts a slow answer within the timeout", async () => {
    [server.fault, server.slowMs] = ["slow", 50];
    expect(await payments.verify("1-starter-NGN")).toEqual({ ok: true, payment: { status: "unknown" } });
    expect(await payments.initialize(request())).toMatchObject({ ok: true });
  });

  test("fails only for the calls that fail", async () => {
    [server.fault, server.faultIn] = ["500", ["verify"]];
    expect(await payments.initialize(request())).toMatchObject({ ok: true });
    expect(await payments.verify("1-starter-NGN")).toEqual({ ok: false, problem: "unavailable" });
  });

  test("rejects an answer about another reference", async () => {
    server.fault = "other-reference";
    expect(await payments.verify("1-starter-NGN")).toEqual({ ok: false, problem: "unavailable" });
  });

  test.for([
    ["fees on top, which the buyer bears", { amount: 101_523, requested_amount: 100_000 }, 100_000],
    ["a part of the price", { amount: 40_000, requested_amount: 100_000 }, 40_000],
    ["no word on what was asked for", { amount: 100_000 }, 100_000],
    ["null for what was asked for", { amount: 100_000, requested_amount: null }, 100_000],
  ] as const)("counts a payment with %s as %3$i kobo", async ([, amounts, expected]) => {
    const data = { status: "success", reference: "r", currency: "NGN", domain: "live", ...amounts };
    const answering = answeringPayments({ status: true, data });
    expect(await answering.verify("r")).toMatchObject({ payment: { amountKobo: expected, domain: "live" } });
  });

  test.for(["ongoing", "processing", "queued", "something new"])(
    "treats the status %j as undecided",
    async (status) => {
      const answering = answeringPayments({
        status: true,
        data: { status, reference: "r", amount: 1, currency: "NGN", domain: "test" },
      });
      expect(await answering.verify("r")).toMatchObject({ payment: { status: "pending" } });
    },
  );

  test.for(["reversal_pending", "reversal-pending", "Reversal pending"])(
    "treats a payment that is %j as reversed, so that its refund is no second one",
    async (status) => {
      const answering = answeringPayments({
        status: true,
        data: { status, reference: "r", amount: 1, currency: "NGN", domain: "test" },
      });
      expect(await answering.verify("r")).toMatchObject({ payment: { status: "reversed" } });
    },
  );

  test.for([
    [400, "Transaction reference not found.", "transaction_not_found"],
    [404, "Transaction reference not found", ""],
    [404, "Entity not found", ""],
  ] as const)("reports a payment as unknown after %i %j", async ([status, message, code]) => {
    const answering = answeringPayments({ status: false, message, code }, status);
    expect(await answering.verify("r")).toEqual({ ok: true, payment: { status: "unknown" } });
  });

  test.for([
    ["already been reversed", "transaction_reversed"],
    ["Transaction has been fully reversed", ""],
  ] as const)("takes %j (%s) as the answer to a refund that was made before", async ([message, code]) => {
    const answering = answeringPayments({ status: false, message, code }, 400);
    expect(await answering.refund("r")).toEqual({ ok: true, refund: null });
  });

  test("reports a key that Paystack refuses to the operator, and none that it accepts", async () => {
    expect(await checkPaystack({ secretKey, apiUrl: server.url })).toBeNull();
    expect(await checkPaystack({ secretKey: "sk_test_other", apiUrl: server.url })).toBe(
      "refuses PAYSTACK_SECRET_KEY (401)",
    );
  });

  test.for([
    ["sk_live_x", "live"],
    ["sk_test_x", "test"],
  ] as const)("uses a key like %s in %s mode", ([key, domain]) => {
    expect(createPaystackPayments({ secretKey: key, log: pino({ level: "silent" }) }).domain).toBe(domain);
  });
});

/** The adapter, with a Paystack that always answers this. */
function answeringPayments(body: unknown, status = 200): PaymentProvider {
  const fetch = async () => Response.json(body, { status });
  return createPaystackPayments({ secretKey, fetch, log: pino({ level: "silent" }) });
}
