import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentProvider } from "../../../app/gems/payment-provider.ts";
import {
  noSandboxFaults,
  type PaymentSandbox,
  type SandboxButton,
  type SandboxFaults,
} from "../../../app/gems/sandbox/payment-sandbox.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../servers/paystack/webhook-receiver.ts";

interface UnpaidUnderTest {
  payments: PaymentProvider;
  /** The same provider with an unknown key. */
  stranger: PaymentProvider;
  /** Requests that Paystack's OpenAPI does not describe. */
  undocumented: string[];
}

/** The provider under test, with access to the buttons of its payment page. */
export interface ProviderUnderTest extends UnpaidUnderTest {
  page: PaymentSandbox;
  close(): Promise<void>;
}

const callbackUrl = "http://localhost:3000/buy-coins/return";
const cancelUrl = "http://localhost:3000/buy-coins/return?cancelled=1";
const amountKobo = 300_000;

/** Begins an unpaid payment of ₦3,000. */
export const start = (payments: PaymentProvider, reference: string) =>
  payments.initialize({
    reference,
    amountKobo,
    email: "ada@example.com",
    callbackUrl,
    cancelUrl,
    metadata: { package: "Popular", gems: 30 },
  });

/** Tests with unpaid payments, which any provider can run. Null: skipped. */
export function unpaidPaymentsContract(name: string, open: (() => Promise<UnpaidUnderTest>) | null): void {
  const meta = { skipped: "set TEST_PAYSTACK_SECRET_KEY" };
  describe.skipIf(!open)(`unpaid payments: ${name}`, { meta }, () => {
    let under: UnpaidUnderTest;
    beforeAll(async () => {
      if (open) under = await open();
    });
    unpaidPayments(() => under);
  });
}

function unpaidPayments(under: () => UnpaidUnderTest) {
  const begin = async () => {
    const reference = `${randomUUID()}-popular-NGN`;
    expect(await start(under().payments, reference)).toMatchObject({ ok: true });
    return reference;
  };

  test("moves no real money", () => {
    expect(under().payments.domain).toBe("test");
  });

  test("reports a payment that was never attempted as abandoned", async () => {
    expect(await under().payments.verify(await begin())).toMatchObject({ ok: true, payment: { status: "abandoned" } });
  });

  test("reports an unused reference as unknown", async () => {
    expect(await under().payments.verify(randomUUID())).toEqual({ ok: true, payment: { status: "unknown" } });
  });

  test("refuses a used reference", async () => {
    expect(await start(under().payments, await begin())).toEqual({ ok: false, problem: "rejected" });
  });

  test("refuses a refund of an unpaid one", async () => {
    expect(await under().payments.refund(await begin())).toEqual({ ok: false, problem: "rejected" });
  });

  test("lists no refund of an unpaid one", async () => {
    expect(await under().payments.refunds(await begin(), new Date())).toEqual({ ok: true, refunds: [] });
  });

  test("tells a wrong key nothing about a payment", async () => {
    const reference = await begin();
    const { stranger } = under();
    expect(await stranger.verify(reference)).toEqual({ ok: false, problem: "unavailable" });
    expect(await start(stranger, randomUUID())).toEqual({ ok: false, problem: "unavailable" });
    expect(await stranger.refund(reference)).toEqual({ ok: false, problem: "unavailable" });
  });

  test("is asked only what Paystack's OpenAPI describes", () => {
    expect(under().undocumented).toEqual([]);
  });
}

export function paymentProviderContract(name: string, open: (webhookUrl: string) => Promise<ProviderUnderTest>): void {
  describe(`payment provider: ${name}`, () => {
    let under: ProviderUnderTest;
    let webhooks: WebhookReceiver;
    beforeAll(async () => {
      webhooks = await startWebhookReceiver();
      under = await open(webhooks.url);
    });
    afterAll(async () => {
      await under?.close();
      await webhooks?.close();
    });

    /** Registers a payment; returns its reference and its page. */
    async function begin() {
      const reference = `${randomUUID()}-popular-NGN`;
      const started = await start(under.payments, reference);
      if (!started.ok) throw new Error(started.problem);
      const accessCode = decodeURIComponent(started.authorizationUrl.split("/").at(-1) ?? "");
      const click = (button: SandboxButton, faults: Partial<SandboxFaults> = {}) =>
        under.page.act(accessCode, {
          button,
          faults: { ...noSandboxFaults, webhook: "never", ...faults },
        });
      return { reference, accessCode, click };
    }

    async function statusOf(reference: string) {
      const check = await under.payments.verify(reference);
      return check.ok ? check.payment.status : check.problem;
    }

    async function refundsOf(reference: string, since = new Date(0)) {
      const answer = await under.payments.refunds(reference, since);
      return answer.ok ? answer.refunds : [];
    }

    const readNext = async () => {
      const { body, signature } = await webhooks.next();
      return under.payments.readWebhook(body, signature);
    };

    test("reports a paid one with amount, currency and mode", async () => {
      const { reference, click } = await begin();
      await click("pay");
      expect(await under.payments.verify(reference)).toEqual({
        ok: true,
        payment: { status: "success", reference, amountKobo, currency: "NGN", domain: "test" },
      });
    });

    test("redirects a buyer who paid to the callback address with the reference", async () => {
      const { reference, click } = await begin();
      expect(await click("pay")).toBe(`${callbackUrl}?trxref=${reference}&reference=${reference}`);
    });

    test("redirects a buyer who cancelled to the cancel address and still allows payment", async () => {
      const { reference, click } = await begin();
      expect(await click("cancel")).toBe(cancelUrl);
      await click("pay");
      expect(await statusOf(reference)).toBe("success");
    });

    test("reports a declined one as failed and allows another attempt", async () => {
      const { reference, click } = await begin();
      await click("decline");
      expect(await statusOf(reference)).toBe("failed");
      await click("pay");
      expect(await statusOf(reference)).toBe("success");
    });

    test("reports an unfinished one as pending", async () => {
      const { reference, click } = await begin();
      await click("leave-pending");
      expect(await statusOf(reference)).toBe("pending");
    });

    test("neither declines nor reopens a paid one", async () => {
      const { reference, click } = await begin();
      await click("pay");
      await click("decline");
      await click("leave-pending");
      expect(await statusOf(reference)).toBe("success");
    });

    test("reports the amount of an underpaid one", async () => {
      const { reference, click } = await begin();
      await click("pay", { amount: "wrong" });
      expect(await under.payments.verify(reference)).toMatchObject({
        payment: { status: "success", amountKobo: 150_000 },
      });
    });

    test("reports the price of one whose buyer bore the fees, and returns all that was paid", async () => {
      const { reference, click } = await begin();
      await click("pay", { amount: "fees" });
      expect(await under.payments.verify(reference)).toMatchObject({ payment: { status: "success", amountKobo } });
      await under.payments.refund(reference);
      await expect.poll(() => refundsOf(reference)).toMatchObject([{ amountKobo: 314_500, status: "done" }]);
      for (let event = 0; event < 2; event += 1) await readNext();
    });

    test("reports the currency of a payment in another currency", async () => {
      const { reference, click } = await begin();
      await click("pay", { currency: "wrong" });
      expect(await under.payments.verify(reference)).toMatchObject({
        payment: { status: "success", amountKobo, currency: "KES" },
      });
    });

    test.for(["error", "slow", "nonsense"] as const)(
      "reports an unknown state while the answer is %j",
      async (answers) => {
        const { reference, click } = await begin();
        await click("pay", { answers });
        expect(await statusOf(reference)).toBe("unavailable");
        await expect.poll(() => statusOf(reference)).toBe("success");
      },
    );

    test.for(["../../etc/passwd", "a/b", "%2e%2e", "a b", "ü"])(
      "reports the reference %j as unknown instead of using it as a path",
      async (reference) => {
        expect(await statusOf(reference)).toBe("unknown");
      },
    );

    test("refunds the whole amount once, and a repeated refund is no error", async () => {
      const { reference, click } = await begin();
      await click("pay");
      const begun = { id: expect.any(String), kind: "refund", amountKobo, status: "begun" };
      expect(await under.payments.refund(reference)).toEqual({ ok: true, refund: begun });
      const onItsWay = { ...begun, status: expect.stringMatching(/^(begun|done)$/) };
      expect(await refundsOf(reference)).toEqual([onItsWay]);
      expect(await under.payments.refund(reference)).toEqual({ ok: true, refund: null });
      await expect.poll(() => statusOf(reference)).toBe("reversed");
      await expect.poll(() => refundsOf(reference)).toEqual([{ ...begun, status: "done" }]);
      const announced = { ok: true, event: { kind: "refund", reference } };
      expect([await readNext(), await readNext()]).toEqual([announced, announced]);
      expect(await under.payments.refund(reference)).toEqual({ ok: true, refund: null });
    });

    test("makes a payment refundable again after its refund failed", async () => {
      const { reference, click } = await begin();
      await click("pay", { refund: "failed" });
      await under.payments.refund(reference);
      await expect.poll(() => statusOf(reference)).toBe("success");
      expect(await refundsOf(reference)).toMatchObject([{ status: "failed" }]);
      await under.payments.refund(reference);
      await expect.poll(() => statusOf(reference)).toBe("reversed");
      const statuses = async () => (await refundsOf(reference)).map(({ status }) => status).toSorted();
      await expect.poll(statuses).toEqual(["done", "failed"]);
      for (let event = 0; event < 4; event += 1) await readNext();
    });

    test("reports a refund that needs the buyer's bank details", async () => {
      const { reference, click } = await begin();
      await click("pay", { refund: "needs-attention" });
      await under.payments.refund(reference);
      await expect.poll(() => refundsOf(reference)).toMatchObject([{ status: "needs-attention" }]);
      expect([await readNext(), await readNext()]).toHaveLength(2);
    });

    test("lists no refund of another payment, nor one from before the given time", async () => {
      const [refunded, other] = [await begin(), await begin()];
      await refunded.click("pay");
      await under.payments.refund(refunded.reference);
      expect(await refundsOf(other.reference)).toEqual([]);
      expect(await refundsOf(refunded.reference, new Date(Date.now() + 60_000))).toEqual([]);
      expect([await readNext(), await readNext()]).toHaveLength(2);
    });

    test("announces a dispute with its due time, and that it was lost", async () => {
      const { reference, click } = await begin();
      await click("pay", { dispute: "lost" });
      const dueAt = expect.stringMatching(/^\d{4}-/);
      for (const status of ["begun", "done"]) {
        const dispute = { id: expect.stringMatching(/^dispute:/), kind: "dispute", amountKobo, status, dueAt };
        expect(await readNext()).toEqual({ ok: true, event: { kind: "dispute", reference, dispute } });
      }
      expect(await statusOf(reference)).toBe("reversed");
    });

    test("opens no page for an unknown access code", async () => {
      const { accessCode, reference } = await begin();
      expect(await under.page.checkout(accessCode)).toMatchObject({ reference, amountKobo, status: "abandoned" });
      expect(await under.page.checkout(`x${accessCode}`)).toBeNull();
      expect(await under.page.checkout(reference)).toBeNull();
    });

    describe("webhooks", () => {
      test("announces a payment in a signed webhook", async () => {
        const { reference, click } = await begin();
        await click("pay", { webhook: "once" });
        expect(await readNext()).toEqual({ ok: true, event: { kind: "paid", reference } });
      });

      test("repeats a webhook until it is accepted", async () => {
        const { reference, click } = await begin();
        webhooks.answers.push(503, 500);
        await click("pay", { webhook: "once" });
        const bodies = [await webhooks.next(), await webhooks.next(), await webhooks.next()].map(({ body }) =>
          body.toString(),
        );
        expect(new Set(bodies).size).toBe(1);
        expect(bodies[0]).toContain(reference);
      });

      test("sends a webhook twice, late or never, as chosen on the sandbox page", async () => {
        const [never, twice, late] = [await begin(), await begin(), await begin()];
        await never.click("pay", { webhook: "never" });
        await twice.click("pay", { webhook: "twice" });
        const paid = (reference: string) => ({ ok: true, event: { kind: "paid", reference } });
        expect([await readNext(), await readNext()]).toEqual([paid(twice.reference), paid(twice.reference)]);
        await late.click("pay", { webhook: "late" });
        expect(await readNext()).toEqual(paid(late.reference));
      });

      test("sends a webhook before or after the buyer's return, as chosen", async () => {
        const [before, after] = [await begin(), await begin()];
        const { count } = webhooks;
        await before.click("pay", { webhook: "before" });
        expect(webhooks.count).toBe(count + 1);
        expect(await readNext()).toMatchObject({ event: { reference: before.reference } });
        await after.click("pay", { webhook: "after" });
        expect(webhooks.count).toBe(count + 1);
        expect(await readNext()).toMatchObject({ event: { reference: after.reference } });
      });

      test("sends a webhook about an unknown payment, if chosen", async () => {
        const { reference, click } = await begin();
        await click("pay", { webhook: "once", reference: "unknown" });
        const reading = await readNext();
        const named = reading.ok && reading.event.kind === "paid" ? reading.event.reference : reference;
        expect(named).not.toBe(reference);
        expect(await statusOf(named)).toBe("unknown");
      });

      test("refuses a webhook whose signature is wrong", async () => {
        const { click } = await begin();
        await click("pay", { webhook: "once", signature: "bad" });
        expect(await readNext()).toEqual({ ok: false, problem: "forged" });
      });

      test("sends one webhook for a payment whose button was clicked twice", async () => {
        const [first, second] = [await begin(), await begin()];
        await Promise.all([first.click("pay", { webhook: "once" }), first.click("pay", { webhook: "once" })]);
        expect(await readNext()).toMatchObject({ event: { reference: first.reference } });
        await second.click("pay", { webhook: "once" });
        expect(await readNext()).toMatchObject({ event: { reference: second.reference } });
      });
    });
    unpaidPayments(() => under);
  });
}
