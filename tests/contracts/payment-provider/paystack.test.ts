import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pino } from "pino";
import { readPaystackWebhook } from "../../../app/adapters/hosted/paystack/paystack-webhook.server.ts";
import {
  checkPaystack,
  createPaystackPayments,
} from "../../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import type { PaymentProvider, PaymentRequest } from "../../../app/gems/payment-provider.ts";
import { type ApiFault, type PaystackServer, startPaystackServer } from "../../servers/paystack/paystack-server.ts";

const secretKey = "sk_test_webhooks";
const bytes = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
const sign = (body: Uint8Array, key = secretKey, algorithm = "sha512") =>
  createHmac(algorithm, key).update(body).digest("hex");
const read = (value: unknown) => {
  const body = bytes(value);
  return readPaystackWebhook(secretKey, body, sign(body));
};

const paid = { event: "charge.success", data: { reference: "1-starter-NGN", status: "success", amount: 100_000 } };

describe("webhook signatures", () => {
  const body = bytes(paid);
  const forged = { ok: false, problem: "forged" };

  test("accepts a signature over the exact bytes, repeatedly", () => {
    const event = { ok: true, event: { kind: "paid", reference: "1-starter-NGN" } };
    expect(readPaystackWebhook(secretKey, body, sign(body))).toEqual(event);
    expect(readPaystackWebhook(secretKey, body, sign(body))).toEqual(event);
  });

  test("matches a signature computed by openssl dgst -sha512 -hmac", () => {
    const signature =
      "d51080c93cbbe6bef57a77afde25d57efb67c2cd422033599c80c50e8008ed164ca893f024faa359b2dec2fdae82731a32cf1166bf3ecf1031505549165ce267";
    expect(
      readPaystackWebhook(
        "sk_test_known",
        Buffer.from('{"event":"charge.success","data":{"reference":"r"}}'),
        signature,
      ).ok,
    ).toBe(true);
  });

  test.for([
    ["missing", null],
    ["empty", ""],
    ["of another key", sign(body, "sk_test_other")],
    ["of another algorithm", sign(body, secretKey, "sha256")],
    ["of another body", sign(bytes({ ...paid, data: { reference: "2-pro-NGN" } }))],
    ["of the same JSON with other spacing", sign(bytes(JSON.stringify(paid, null, 1)))],
    ["too short", sign(body).slice(0, -2)],
    ["too long", `${sign(body)}00`],
    ["not hexadecimal", "z".repeat(128)],
    ["with its last digit changed", sign(body).replace(/.$/, (digit) => (digit === "0" ? "1" : "0"))],
  ] as const)("refuses a signature that is %s", ([, signature]) => {
    expect(readPaystackWebhook(secretKey, body, signature)).toEqual(forged);
  });

  test("checks the signature before it parses the body", () => {
    expect(readPaystackWebhook(secretKey, bytes("{"), "0".repeat(128))).toEqual(forged);
  });
});

describe("signed webhook bodies", () => {
  test.for([
    "{",
    "null",
    "[]",
    '"charge.success"',
    '{"event":1}',
    '{"event":"charge.success"}',
    '{"event":"charge.success","data":{}}',
  ])("returns malformed for %s", (text) => {
    expect(read(text)).toEqual({ ok: false, problem: "malformed" });
  });

  test("ignores an event about transfers", () => {
    const event = { kind: "other", name: "transfer.success" };
    expect(read({ event: "transfer.success", data: { reference: "r" } })).toEqual({ ok: true, event });
  });

  test.for(["pending", "processing", "processed", "failed", "needs-attention"])(
    "reads which payment a refund that is %s belongs to",
    (status) => {
      const refund = {
        event: `refund.${status}`,
        data: { status, transaction_reference: "r", refund_reference: null, amount: "100000", currency: "NGN" },
      };
      expect(read(refund)).toEqual({ ok: true, event: { kind: "refund", reference: "r" } });
    },
  );

  test.for([
    ["create", null, "begun"],
    ["remind", null, "begun"],
    ["resolve", "merchant-accepted", "done"],
    ["resolve", "auto-accepted", "done"],
    ["resolve", "declined", "failed"],
  ] as const)("reads a dispute's %s with the resolution %s as %s, with its due time", ([step, resolution, status]) => {
    const dueAt = "2026-11-25T18:00:00.000Z";
    const event = {
      event: `charge.dispute.${step}`,
      data: { id: 358950, resolution, refund_amount: 100_000, dueAt, transaction: { reference: "r", amount: 200_000 } },
    };
    const dispute = { id: "dispute:358950", kind: "dispute", amountKobo: 100_000, status, dueAt };
    expect(read(event)).toEqual({ ok: true, event: { kind: "dispute", reference: "r", dispute } });
  });
});

describe("Paystack's answers", () => {
  const secretKey = "sk_test_do_not_show";

  describe("Paystack's adapter", () => {
    let server: PaystackServer;
    let payments: PaymentProvider;
    /** For calls without a response, or with a late one. */
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

  /** The adapter, with a Paystack that always sends this response. */
  function answeringPayments(body: unknown, status = 200): PaymentProvider {
    const fetch = async () => Response.json(body, { status });
    return createPaystackPayments({ secretKey, fetch, log: pino({ level: "silent" }) });
  }
});
