import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readPaystackWebhook } from "../../../app/adapters/hosted/paystack/paystack-webhook.server.ts";

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
