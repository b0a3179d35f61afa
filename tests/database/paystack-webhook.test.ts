import { createHmac } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { SandboxFaults } from "../../app/gems/sandbox/payment-sandbox.ts";
import { action as takeWebhook } from "../../app/gems/paystack-webhook.route.ts";
import {
  bonus,
  buyingOnSandbox,
  checkout,
  gemsOf,
  logged,
  reasons,
  receiver,
  secretKey,
  services,
  silentProvider,
  unobserved,
} from "./buying-scene.ts";
import { databaseContext } from "../../app/server/database/database.ts";
import { paymentsContext } from "../../app/gems/payment-provider.ts";
import { logContext, type Observation, observationContext } from "../../app/server/observability/observation.ts";

buyingOnSandbox();

describe("the route of Paystack's webhook", () => {
  const paidEvent = (reference: string) => JSON.stringify({ event: "charge.success", data: { reference } });
  const post = (body: BodyInit | null, headers: Record<string, string> = {}) => {
    const context = new RouterContextProvider();
    context.set(databaseContext, services.database);
    context.set(paymentsContext, services.payments);
    context.set(logContext, services.log);
    context.set(observationContext, unobserved as Observation);
    const request = new Request("http://localhost:3000/api/paystack/webhook", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...headers },
    });
    return takeWebhook({ request, context, params: {}, unstable_pattern: "" } as unknown as Parameters<
      typeof takeWebhook
    >[0]);
  };
  const signed = (body: string | Uint8Array) => createHmac("sha512", secretKey).update(body).digest("hex");
  async function announced(faults: Partial<SandboxFaults> = {}) {
    const { memberId, reference } = await checkout("pay", { webhook: "once", ...faults });
    const { body, signature } = await receiver.next();
    const deliver = (sent: Uint8Array = body) =>
      post(new Uint8Array(sent), { "x-paystack-signature": signature ?? "" });
    return { memberId, reference, body, deliver };
  }

  test("credits a signed payment and answers its repetition with 200", async () => {
    const { memberId, deliver } = await announced();
    expect((await deliver()).status).toBe(200);
    expect((await deliver()).status).toBe(200);
    expect(await gemsOf(memberId)).toBe(bonus + 8);
  });

  test("refuses a changed body and a wrong signature with 401 and one log line", async () => {
    const { memberId, body, deliver } = await announced();
    expect((await deliver(Buffer.from(body.toString().replace("100000", "900000")))).status).toBe(401);
    expect((await (await announced({ signature: "bad" })).deliver()).status).toBe(401);
    expect((await post(new Uint8Array(body))).status).toBe(401);
    expect(reasons()).toEqual(["forged", "forged", "forged"]);
    expect(await gemsOf(memberId)).toBe(bonus);
  });

  test("refuses 10 MB unread with one log line", async () => {
    const large = new Uint8Array(10 * 1024 * 1024);
    expect((await post(large)).status).toBe(413);
    expect((await post(large, { "Content-Length": String(large.length) })).status).toBe(413);
    expect(reasons()).toEqual(["too-large", "too-large"]);
  });

  test.for([
    ["what is not JSON", 400, "{", "malformed"],
    ["a form", 400, "event=charge.success", "malformed"],
    ["an event without a reference", 400, '{"event":"charge.success","data":{}}', "malformed"],
    ["an unknown payment", 200, paidEvent("1-pro-NGN"), "unknown-reference"],
    ["a name that is no reference", 200, paidEvent("../a@b"), "unknown-reference"],
    [
      "a refund of an unknown payment",
      200,
      '{"event":"refund.processed","data":{"transaction_reference":"1-pro-NGN"}}',
      "unknown-reference",
    ],
  ] as const)(
    "answers %s, signed, with %i and one log line that states the reason",
    async ([, status, body, reason]) => {
      expect((await post(body, { "x-paystack-signature": signed(body) })).status).toBe(status);
      expect(reasons()).toEqual([reason]);
    },
  );

  test("credits a signed payment whatever its content type is, since the signature covers the bytes", async () => {
    const { memberId, body } = await announced();
    const headers = { "Content-Type": "text/plain", "x-paystack-signature": signed(body) };
    expect((await post(new Uint8Array(body), headers)).status).toBe(200);
    expect(await gemsOf(memberId)).toBeGreaterThan(bonus);
  });

  test("refuses the signature of another payment", async () => {
    const [mine, other] = [await announced(), await announced()];
    const headers = { "x-paystack-signature": signed(other.body) };
    expect((await post(new Uint8Array(mine.body), headers)).status).toBe(401);
    expect(await gemsOf(mine.memberId)).toBe(bonus);
  });

  test("logs each delivery of the same payment once", async () => {
    const { deliver } = await announced();
    for (let times = 0; times < 3; times += 1) await deliver();
    const lines = logged.filter(({ level }) => Number(level) >= 30).map(({ outcome }) => outcome);
    expect(lines).toEqual(["credited", "already-credited", "already-credited"]);
  });

  test("answers 200 to half the price and credits nothing", async () => {
    const { memberId, deliver } = await announced({ amount: "wrong" });
    expect((await deliver()).status).toBe(200);
    expect(await gemsOf(memberId)).toBe(bonus);
  });

  test("requests another delivery while the provider does not confirm", async () => {
    const { memberId, deliver } = await announced();
    const { payments } = services;
    services.payments = { ...silentProvider(), readWebhook: payments.readWebhook };
    expect((await deliver()).status).toBe(503);
    services.payments = payments;
    expect((await deliver()).status).toBe(200);
    expect(await gemsOf(memberId)).toBe(bonus + 8);
  });

  test("removes the gems after a refund webhook, also before the payment's webhook", async () => {
    const [settled, early] = [await announced(), await announced()];
    await settled.deliver();
    for (const { reference, memberId } of [settled, early]) {
      await services.payments.refund(reference);
      const { body, signature } = await receiver.next();
      expect((await post(new Uint8Array(body), { "x-paystack-signature": signature ?? "" })).status).toBe(200);
      expect(await gemsOf(memberId)).toBe(bonus);
    }
    await early.deliver();
    expect(await gemsOf(early.memberId)).toBe(bonus);
  });
});
