import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  openPaymentSandbox,
  type RunningPaymentSandbox,
} from "../../app/adapters/embedded/payment-sandbox/payment-sandbox.server.ts";
import { createPaystackPayments } from "../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import type { Database } from "../../app/database/database.ts";
import type { Happening } from "../../app/observability/observation.ts";
import type { PaymentProvider } from "../../app/gems/payment-provider.ts";
import { noSandboxFaults, type SandboxButton, type SandboxFaults } from "../../app/gems/payment-sandbox.ts";
import { action as takeWebhook } from "../../app/gems/paystack-webhook.route.ts";
import { settlePurchase } from "../../app/gems/settle-purchase.server.ts";
import { startPurchase } from "../../app/gems/start-purchase.server.ts";
import { startPurchaseSweeper, sweepPendingPurchases } from "../../app/gems/sweep-purchases.server.ts";
import { takeBackPurchase } from "../../app/gems/take-back-purchase.server.ts";
import { servicesContext, type Services } from "../../app/services.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../servers/paystack/webhook-receiver.ts";
import { type OpenEngine, pglite } from "./engines.ts";
import { accountOf, newMember } from "./members.ts";
import { unobserved } from "./unobserved.ts";

const bonus = 2;
const secretKey = "sk_test_buying";

describe("buying gems", () => {
  let open: OpenEngine;
  let directory: string;
  let receiver: WebhookReceiver;
  let sandbox: RunningPaymentSandbox;
  let services: { database: Database; payments: PaymentProvider; log: Services["log"] };
  let logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(JSON.parse(line)) });

  beforeAll(async () => {
    open = await pglite.open();
    directory = await mkdtemp(join(tmpdir(), "buying-gems-"));
    receiver = await startWebhookReceiver();
    sandbox = await openPaymentSandbox({
      directory,
      secretKey,
      webhookUrl: receiver.url,
      checkoutUrl: (accessCode) => `http://localhost:3000/sandbox/paystack/${accessCode}`,
      log,
    });
    services = {
      database: open.database,
      payments: createPaystackPayments({ secretKey, fetch: sandbox.fetch, log }),
      log,
    };
  });
  beforeEach(() => void (logged = []));
  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
    await open.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });

  const begin = (
    memberId: string,
    { packageId = "starter", currency = "NGN" as "NGN" | "USD", payments = services.payments, now = new Date() } = {},
  ) =>
    startPurchase(
      { ...services, payments },
      {
        member: { id: memberId, email: "ada@example.com" },
        packageId,
        currency,
        callbackUrl: "http://localhost:3000/buy-coins/return",
        cancelUrl: "http://localhost:3000/buy-coins/return?cancelled=1",
        now,
      },
    );

  /** A member who went to the payment page and pressed a button there. */
  async function checkout(button: SandboxButton | null, faults: Partial<SandboxFaults> = {}, packageId = "starter") {
    const memberId = await newMember(open.kysely);
    const started = await begin(memberId, { packageId });
    if (!started.ok) throw new Error(started.problem);
    const accessCode = started.authorizationUrl.split("/").at(-1) ?? "";
    const press = (pressed: SandboxButton) =>
      sandbox.press(accessCode, {
        button: pressed,
        faults: { ...noSandboxFaults, webhook: "never", ...faults },
      });
    if (button) await press(button);
    return { memberId, reference: started.reference, press };
  }
  const gemsOf = async (memberId: string) => (await accountOf(open.kysely, memberId)).coins;
  const rowOf = (reference: string) =>
    open.kysely.selectFrom("purchases").selectAll().where("reference", "=", reference).executeTakeFirstOrThrow();
  /** Moves a purchase into the past, as if it had been started then. */
  const age = (reference: string, interval: string) =>
    sql`update purchases set created_at = created_at - ${interval}::interval, checked_at = checked_at - ${interval}::interval
      where reference = ${reference}`.execute(open.kysely);
  const reasons = () => logged.flatMap(({ reason }) => (reason ? [reason] : []));

  describe("starting", () => {
    test("writes the purchase down with the package as it is, and names it by time, package and currency", async () => {
      const memberId = await newMember(open.kysely);
      const now = new Date("2026-01-02T03:04:05.678Z");
      const started = await begin(memberId, { packageId: "popular", currency: "USD", now });
      expect(started).toMatchObject({ ok: true, reference: `${now.getTime()}-popular-USD` });
      expect(await rowOf(`${now.getTime()}-popular-USD`)).toMatchObject({
        user_id: memberId,
        package_name: "Popular",
        gems: 30,
        amount_kobo: 300_000,
        currency: "NGN",
        display_currency: "USD",
        display_amount_usd_cents: 214,
        status: "pending",
      });
    });

    test("at the same millisecond gives each its own name", async () => {
      const now = new Date("2026-02-03T04:05:06.007Z");
      const members = await Promise.all(Array.from({ length: 5 }, () => newMember(open.kysely)));
      const started = await Promise.all(members.map((member) => begin(member, { now })));
      const references = started.map((start) => (start.ok ? start.reference : start.problem));
      expect(references.toSorted()).toEqual([0, 1, 2, 3, 4].map((later) => `${now.getTime() + later}-starter-NGN`));
    });

    test("of a package that does not exist writes nothing and says why in the log", async () => {
      const memberId = await newMember(open.kysely);
      expect(await begin(memberId, { packageId: "platinum" })).toEqual({ ok: false, problem: "no-such-package" });
      expect(await open.kysely.selectFrom("purchases").select("id").where("user_id", "=", memberId).execute()).toEqual(
        [],
      );
      expect(reasons()).toEqual(["no-such-package"]);
    });

    test("without an answer from the provider closes the purchase", async () => {
      const memberId = await newMember(open.kysely);
      expect(await begin(memberId, { payments: silentProvider() })).toEqual({ ok: false, problem: "unavailable" });
      const rows = await open.kysely.selectFrom("purchases").select("status").where("user_id", "=", memberId).execute();
      expect(rows).toEqual([{ status: "failed" }]);
    });
  });

  describe("settling", () => {
    test("credits a paid purchase and says so once", async () => {
      const { memberId, reference } = await checkout("pay");
      expect(await settlePurchase(services, reference)).toEqual({ ok: true, gems: 8, credited: true });
      expect(await settlePurchase(services, reference, { memberId })).toEqual({ ok: true, gems: 8, credited: false });
      expect(await gemsOf(memberId)).toBe(bonus + 8);
    });

    test("from webhook, return page and sweeper at once credits once", async () => {
      const { memberId, reference } = await checkout("pay", {}, "pro");
      await age(reference, "5 minutes");
      const [webhook, page, sweep] = await Promise.all([
        settlePurchase(services, reference),
        settlePurchase(services, reference, { memberId }),
        sweepPendingPurchases(services),
      ]);
      const credits =
        [webhook, page].filter((settlement) => settlement.ok && settlement.credited).length + sweep.credited;
      expect(credits).toBe(1);
      expect(await gemsOf(memberId)).toBe(bonus + 50);
    });

    test.for([
      [null, "pending", "pending"],
      ["leave-pending", "pending", "pending"],
      ["decline", "failed", "failed"],
    ] as const)("after %j finds it %s and credits nothing", async ([button, problem, status]) => {
      const { memberId, reference } = await checkout(button);
      expect(await settlePurchase(services, reference)).toEqual({ ok: false, problem });
      expect(await rowOf(reference)).toMatchObject({ status, checked_at: expect.any(Date) });
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("credits one that was declined first and then paid", async () => {
      const { memberId, reference, press } = await checkout("decline");
      await settlePurchase(services, reference);
      await press("pay");
      expect(await settlePurchase(services, reference)).toMatchObject({ ok: true, credited: true });
      expect(await gemsOf(memberId)).toBe(bonus + 8);
    });

    test("refuses half the price, with one line that says why", async () => {
      const { memberId, reference } = await checkout("pay", { amount: "wrong" });
      expect(await settlePurchase(services, reference)).toEqual({ ok: false, problem: "refused" });
      expect(reasons()).toEqual(["wrong-amount"]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("counts a refusal once, however often the payment is asked about, and calls it no second error", async () => {
      const { reference } = await checkout("pay", { amount: "wrong" });
      const noted: string[] = [];
      const observation = { noted: (happening: Happening) => "outcome" in happening && noted.push(happening.outcome) };
      for (let asked = 0; asked < 3; asked += 1) {
        const settlement = await settlePurchase({ ...services, observation }, reference);
        expect(settlement).toMatchObject({ ok: false, problem: "refused" });
      }
      expect(noted).toEqual(["refused", "refused-before", "refused-before"]);
    });

    test("refuses more than any integer of the database holds, for good", async () => {
      const { memberId, reference } = await checkout("pay");
      const payment = { status: "success", reference, amountKobo: 2 ** 40, currency: "NGN", domain: "test" } as const;
      const payments: PaymentProvider = { ...services.payments, verify: async () => ({ ok: true, payment }) };
      expect(await settlePurchase({ ...services, payments }, reference)).toEqual({ ok: false, problem: "refused" });
      expect(reasons()).toEqual(["wrong-amount"]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("refuses test money where real money is expected", async () => {
      const { memberId, reference } = await checkout("pay");
      const payments: PaymentProvider = { ...services.payments, domain: "live" };
      expect(await settlePurchase({ ...services, payments }, reference)).toEqual({ ok: false, problem: "refused" });
      expect(reasons()).toEqual(["wrong-domain"]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("does not show another member that a purchase exists", async () => {
      const { reference } = await checkout("pay");
      const stranger = await newMember(open.kysely);
      expect(await settlePurchase(services, reference, { memberId: stranger })).toEqual({
        ok: false,
        problem: "not-found",
      });
      expect((await rowOf(reference)).status).toBe("pending");
    });

    test("leaves it for later when the provider does not answer", async () => {
      const { reference } = await checkout("pay");
      expect(await settlePurchase({ ...services, payments: silentProvider() }, reference)).toEqual({
        ok: false,
        problem: "unavailable",
      });
      expect(await settlePurchase(services, reference)).toMatchObject({ ok: true });
    });

    test("does not credit what was refunded before it was settled", async () => {
      const { memberId, reference } = await checkout("pay");
      await services.payments.refund(reference);
      await receiver.next(); // the refund's webhook, which this test lets get lost
      expect(await settlePurchase(services, reference)).toEqual({ ok: false, problem: "returned" });
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("logs no e-mail address, whatever happens", async () => {
      await checkout("pay", { amount: "wrong" }).then(({ reference }) => settlePurchase(services, reference));
      await settlePurchase(services, "ada@example.com");
      expect(logged).not.toEqual([]);
      expect(JSON.stringify(logged)).not.toContain("@example.com");
    });
  });

  describe("taking back", () => {
    test("after a refund of the whole price takes the gems", async () => {
      const { memberId, reference } = await checkout("pay");
      await settlePurchase(services, reference);
      expect(await takeBackPurchase(services, { reference, amountKobo: 100_000 })).toBe(8);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("after a refund of a part takes nothing and says so", async () => {
      const { memberId, reference } = await checkout("pay");
      await settlePurchase(services, reference);
      expect(await takeBackPurchase(services, { reference, amountKobo: 50_000 })).toBe(0);
      expect(await gemsOf(memberId)).toBe(bonus + 8);
      expect(reasons()).toEqual(["part-of-the-price"]);
    });
  });

  describe("the sweeper", () => {
    /** Nothing of earlier tests is due. */
    beforeEach(() =>
      sql`update purchases set created_at = now() - interval '4 days', status = 'failed' where status <> 'paid'`.execute(
        open.kysely,
      ),
    );

    test("credits a payment whose webhook was lost and whose buyer never came back", async () => {
      const { memberId, reference } = await checkout("pay");
      await age(reference, "3 minutes");
      expect(await sweepPendingPurchases(services)).toEqual({ checked: 1, credited: 1 });
      expect(await gemsOf(memberId)).toBe(bonus + 8);
    });

    test("leaves a purchase alone in its first two minutes", async () => {
      const { reference } = await checkout("pay");
      await age(reference, "1 minute");
      expect(await sweepPendingPurchases(services)).toEqual({ checked: 0, credited: 0 });
    });

    test("asks about a failed one too: people may try again", async () => {
      const { memberId, reference, press } = await checkout("decline");
      await settlePurchase(services, reference);
      await press("pay");
      await age(reference, "5 minutes");
      await sweepPendingPurchases(services);
      expect(await gemsOf(memberId)).toBe(bonus + 8);
    });

    test("asks less and less often: each pause is half the purchase's age", async () => {
      const { reference } = await checkout("leave-pending");
      await age(reference, "10 minutes");
      expect((await sweepPendingPurchases(services)).checked).toBe(1);
      expect((await sweepPendingPurchases(services)).checked).toBe(0);
      await age(reference, "4 minutes");
      expect((await sweepPendingPurchases(services)).checked).toBe(0);
      await age(reference, "1 minute 1 second");
      expect((await sweepPendingPurchases(services)).checked).toBe(1);
    });

    test("gives up after three days, asking one last time", async () => {
      const [waiting, paid] = [await checkout(null), await checkout("pay")];
      await age(waiting.reference, "3 days 1 minute");
      await age(paid.reference, "3 days 1 minute");
      expect(await sweepPendingPurchases(services)).toEqual({ checked: 2, credited: 1 });
      expect((await rowOf(waiting.reference)).status).toBe("failed");
      expect((await rowOf(paid.reference)).status).toBe("paid");
      await age(waiting.reference, "30 days");
      expect((await sweepPendingPurchases(services)).checked).toBe(0);
    });

    test.for(["webhook", "return page"] as const)(
      "once it has given up, a payment after all is credited by the %s",
      async (way) => {
        const { memberId, reference, press } = await checkout(null);
        await age(reference, "3 days 1 minute");
        await sweepPendingPurchases(services);
        expect((await rowOf(reference)).status).toBe("failed");
        await press("pay");
        await age(reference, "10 days");
        expect((await sweepPendingPurchases(services)).checked).toBe(0);
        await settlePurchase(services, reference, way === "webhook" ? {} : { memberId });
        expect(await gemsOf(memberId)).toBe(bonus + 8);
      },
    );

    test("asks about the others when one of them cannot be asked about", async () => {
      const purchases = [await checkout("pay"), await checkout("pay"), await checkout("pay")];
      for (const { reference } of purchases) await age(reference, "5 minutes");
      let transactions = 0;
      const asService: Database["asService"] = (work) => {
        // The first claims, the second reads the first purchase.
        if ((transactions += 1) === 2) throw new Error("connection lost");
        return services.database.asService(work);
      };
      const swept = await sweepPendingPurchases({ ...services, database: { ...services.database, asService } });
      expect(swept).toEqual({ checked: 3, credited: 2 });
      for (const { reference } of purchases) await age(reference, "20 minutes");
      expect(await sweepPendingPurchases(services)).toEqual({ checked: 1, credited: 1 });
    });

    test("does not give up because the provider is away", async () => {
      const { reference } = await checkout("pay");
      await age(reference, "3 days 1 minute");
      await sweepPendingPurchases({ ...services, payments: silentProvider() });
      expect((await rowOf(reference)).status).toBe("pending");
    });

    test("stops when it is told to", async () => {
      await expect(startPurchaseSweeper(services).stop()).resolves.toBeUndefined();
    });
  });

  describe("the webhook's address", () => {
    const paidEvent = (reference: string) => JSON.stringify({ event: "charge.success", data: { reference } });
    const post = (body: BodyInit | null, headers: Record<string, string> = {}) => {
      const context = new RouterContextProvider();
      context.set(servicesContext, { ...services, observation: unobserved } as unknown as Services);
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
    /** What the sandbox sends about a payment: its very bytes and signature. */
    async function announced(faults: Partial<SandboxFaults> = {}) {
      const { memberId, reference } = await checkout("pay", { webhook: "once", ...faults });
      const { body, signature } = await receiver.next();
      const deliver = (sent: Uint8Array = body) =>
        post(new Uint8Array(sent), { "x-paystack-signature": signature ?? "" });
      return { memberId, reference, body, deliver };
    }

    test("credits a signed payment; the same again is a no-op 200", async () => {
      const { memberId, deliver } = await announced();
      expect((await deliver()).status).toBe(200);
      expect((await deliver()).status).toBe(200);
      expect(await gemsOf(memberId)).toBe(bonus + 8);
    });

    test("refuses a changed body and a bad signature with 401 and one line", async () => {
      const { memberId, body, deliver } = await announced();
      expect((await deliver(Buffer.from(body.toString().replace("100000", "900000")))).status).toBe(401);
      expect((await (await announced({ signature: "bad" })).deliver()).status).toBe(401);
      expect((await post(new Uint8Array(body))).status).toBe(401);
      expect(reasons()).toEqual(["forged", "forged", "forged"]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("does not read 10 MB, with one line about each", async () => {
      const large = new Uint8Array(10 * 1024 * 1024);
      expect((await post(large)).status).toBe(413);
      expect((await post(large, { "Content-Length": String(large.length) })).status).toBe(413);
      expect(reasons()).toEqual(["too-large", "too-large"]);
    });

    test.for([
      ["what is not JSON", 400, "{", "malformed"],
      ["a form", 400, "event=charge.success", "malformed"],
      ["an event without a reference", 400, '{"event":"charge.success","data":{}}', "malformed"],
      ["a payment nobody made", 200, paidEvent("1-pro-NGN"), "unknown-reference"],
      ["a name that is no reference", 200, paidEvent("../a@b"), "unknown-reference"],
      [
        "a refund of nobody's payment",
        200,
        '{"event":"refund.processed","data":{"transaction_reference":"1-pro-NGN"}}',
        "unknown-reference",
      ],
    ] as const)("answers %s, signed, with %i and one line that says why", async ([, status, body, reason]) => {
      expect((await post(body, { "x-paystack-signature": signed(body) })).status).toBe(status);
      expect(reasons()).toEqual([reason]);
    });

    test("credits a signed payment whatever type its body is said to have: the signature is over its bytes", async () => {
      const { memberId, body } = await announced();
      const headers = { "Content-Type": "text/plain", "x-paystack-signature": signed(body) };
      expect((await post(new Uint8Array(body), headers)).status).toBe(200);
      expect(await gemsOf(memberId)).toBeGreaterThan(bonus);
    });

    test("takes the signature of another payment for a forgery", async () => {
      const [mine, other] = [await announced(), await announced()];
      const headers = { "x-paystack-signature": signed(other.body) };
      expect((await post(new Uint8Array(mine.body), headers)).status).toBe(401);
      expect(await gemsOf(mine.memberId)).toBe(bonus);
    });

    test("has one line for each delivery of the same payment", async () => {
      const { deliver } = await announced();
      for (let times = 0; times < 3; times += 1) await deliver();
      const lines = logged.filter(({ level }) => Number(level) >= 30).map(({ outcome }) => outcome);
      expect(lines).toEqual(["credited", "already-credited", "already-credited"]);
    });

    test("answers 200 to a payment of half the price, which no repetition would mend, and credits nothing", async () => {
      const { memberId, deliver } = await announced({ amount: "wrong" });
      expect((await deliver()).status).toBe(200);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("asks to be told again while the provider does not confirm", async () => {
      const { memberId, deliver } = await announced();
      const { payments } = services;
      services.payments = { ...silentProvider(), readWebhook: payments.readWebhook };
      expect((await deliver()).status).toBe(503);
      services.payments = payments;
      expect((await deliver()).status).toBe(200);
      expect(await gemsOf(memberId)).toBe(bonus + 8);
    });

    test("takes the gems back when the refund is announced, also before the payment was", async () => {
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

  /** A provider that never has an answer. */
  function silentProvider(): PaymentProvider {
    const away = async () => Response.json({ status: false, message: "away" }, { status: 502 });
    return createPaystackPayments({
      secretKey: `sk_test_${randomUUID()}`,
      fetch: away,
      log: pino({ level: "silent" }),
    });
  }
});
