import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { sql } from "kysely";
import { pino } from "pino";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPaystackPayments } from "../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import { type Database, databaseContext } from "../../app/server/database/database.ts";
import { type PaymentProvider, paymentsContext } from "../../app/gems/payment-provider.ts";
import { noSandboxFaults, type SandboxButton, type SandboxFaults } from "../../app/gems/sandbox/payment-sandbox.ts";
import { action as takeWebhook } from "../../app/gems/paystack-webhook.route.ts";
import { loader as returnPage } from "../../app/gems/purchase-return.route.tsx";
import { startPurchase } from "../../app/gems/start-purchase.server.ts";
import { sweepPendingPurchases } from "../../app/gems/sweep-purchases.server.ts";
import { flashContext } from "../../app/server/http/flash.server.ts";
import type { Services } from "../../app/services.server.ts";
import {
  type ApiCall,
  type ApiFault,
  type PaystackServer,
  startPaystackServer,
} from "../servers/paystack/paystack-server.ts";
import { type OpenEngine, pglite } from "./engines.ts";
import { accountOf, newMember } from "./members.ts";
import { unobserved } from "./buying-scene.ts";
import { memberContext } from "../../app/account/identity.ts";
import { logContext, type Observation, observationContext } from "../../app/server/observability/observation.ts";

const credited = "Purchase successful!";
const [asked, unasked] = ["Waiting: not confirmed yet", "Waiting: Paystack could not be asked"];
const uncredited = "Coin credit failed";
const bonus = 2;
const bought = bonus + 8;

describe("payments with Paystack over HTTP", () => {
  let open: OpenEngine;
  let paystack: PaystackServer;
  let product: Server;
  let services: Pick<Services, "database" | "payments" | "log">;
  /** The normal adapter, and one with a short timeout for answers that never arrive. */
  let patient: PaymentProvider;
  let impatient: PaymentProvider;
  const answered: number[] = [];
  let refused = 0;

  beforeAll(async () => {
    open = await pglite.open();
    product = createServer(
      createRequestListener(async (request) => {
        const response = await takeWebhook(argumentsOf(request));
        if (response.status === 401) refused += 1;
        else answered.push(response.status);
        return response;
      }),
    ).listen(0, "127.0.0.1");
    await once(product, "listening");
    const webhookUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}/api/paystack/webhook`;
    paystack = await startPaystackServer({ webhookUrl, retryDelaysMs: Array.from({ length: 100 }, () => 20) });
    const log = pino({ level: "silent" });
    const { secretKey, url: apiUrl } = paystack;
    patient = createPaystackPayments({ secretKey, apiUrl, log });
    impatient = createPaystackPayments({ secretKey, apiUrl, timeoutMs: 150, log });
    services = { database: open.database, payments: patient, log };
  });
  beforeEach(async () => {
    itself();
    answered.length = 0;
    await sql`update purchases set created_at = now() - interval '9 days', status = 'failed' where status <> 'paid'`.execute(
      open.kysely,
    );
  });
  afterAll(async () => {
    await paystack.close();
    product.closeAllConnections();
    product.close();
    await open.close();
  });

  const misbehave = (fault: ApiFault, call: ApiCall = "verify") => {
    [paystack.fault, paystack.faultIn] = [fault, [call]];
    if (fault === "silent" || fault === "slow") services.payments = impatient;
  };
  const itself = () => {
    paystack.fault = "none";
    services = { ...services, database: open.database, payments: patient };
  };

  function argumentsOf(request: Request, extra?: (context: RouterContextProvider) => void) {
    const context = new RouterContextProvider();
    context.set(databaseContext, services.database);
    context.set(paymentsContext, services.payments);
    context.set(logContext, services.log);
    context.set(observationContext, unobserved as Observation);
    extra?.(context);
    return { request, context, params: {}, unstable_pattern: "" } as never;
  }

  const start = (memberId: string) =>
    startPurchase(services, {
      member: { id: memberId, email: "ada@example.com" },
      packageId: "starter",
      currency: "NGN",
      callbackUrl: "http://localhost:3000/buy-coins/return",
      cancelUrl: "http://localhost:3000/buy-coins/return?cancelled=1",
    });

  async function checkout() {
    const memberId = await newMember(open.kysely);
    const started = await start(memberId);
    if (!started.ok) throw new Error(started.problem);
    const { reference } = started;
    const accessCode = decodeURIComponent(started.authorizationUrl.split("/").at(-1) ?? "");
    return {
      memberId,
      reference,
      click: (button: SandboxButton, faults: Partial<SandboxFaults> = {}) =>
        paystack.page.act(accessCode, { button, faults: { ...noSandboxFaults, webhook: "never", ...faults } }),
      comesBack: () => seenBy(memberId, reference),
    };
  }

  async function seenBy(memberId: string, reference: string): Promise<string> {
    let toast = "";
    const args = argumentsOf(
      new Request(`http://localhost:3000/buy-coins/return?reference=${reference}`),
      (context) => {
        context.set(memberContext, { id: memberId, email: "ada@example.com" });
        context.set(flashContext, { shown: [], left: [], leave: ({ title }) => void (toast = title) });
      },
    );
    const page = await Promise.resolve(returnPage(args)).catch((thrown: unknown) => thrown);
    if (page instanceof Response) return toast || String(page.status);
    const shown = page as { screen: "pending"; answered: boolean } | { screen: "uncredited" };
    return shown.screen === "uncredited" ? uncredited : shown.answered ? asked : unasked;
  }

  const gemsOf = async (memberId: string) => (await accountOf(open.kysely, memberId)).coins;
  /** Moves the purchase five minutes into the past, then sweeps. */
  async function sweepLater(reference: string) {
    await sql`update purchases set created_at = created_at - interval '5 minutes', checked_at = null
      where reference = ${reference}`.execute(open.kysely);
    await sweepPendingPurchases(services);
  }

  test.for([
    ["before the buyer", "before", "right", 1],
    ["after the buyer", "after", "right", 1],
    ["late", "late", "right", 1],
    ["twice", "twice", "right", 2],
    ["never", "never", "right", 0],
    ["about an unknown payment", "once", "unknown", 1],
  ] as const)(
    "credits a payment whose webhook arrives %s once and shows it to the buyer",
    async ([, webhook, named, times]) => {
      const { memberId, click, comesBack } = await checkout();
      await click("pay", { webhook, reference: named });
      expect(await comesBack()).toBe(credited);
      expect(await gemsOf(memberId)).toBe(bought);
      await expect.poll(() => answered).toEqual(Array.from({ length: times }, () => 200));
      expect(await gemsOf(memberId)).toBe(bought);
    },
  );

  test("credits a payment with a forged webhook on the buyer's return", async () => {
    const { memberId, click, comesBack } = await checkout();
    await click("pay", { webhook: "once", signature: "bad" });
    await expect.poll(() => refused).toBeGreaterThan(0);
    expect(await gemsOf(memberId)).toBe(bonus);
    expect(await comesBack()).toBe(credited);
    expect(await gemsOf(memberId)).toBe(bought);
  });

  test.for([
    ["half the price", { amount: "wrong" }],
    ["in another currency", { currency: "wrong" }],
  ] as const)("credits nothing for %s and sends the buyer to support", async ([, faults]) => {
    const { memberId, reference, click, comesBack } = await checkout();
    await click("pay", { webhook: "before", ...faults });
    expect(answered).toEqual([200]);
    expect(await comesBack()).toBe(uncredited);
    await sweepLater(reference);
    expect(await gemsOf(memberId)).toBe(bonus);
  });

  const faults: ApiFault[] = [
    "500",
    "too-many-requests",
    "nonsense",
    "empty",
    "cut",
    "silent",
    "slow",
    "redirect",
    "other-reference",
  ];
  test.for(faults)("waits while Paystack answers %j and credits after a correct answer", async (fault) => {
    const { memberId, click, comesBack } = await checkout();
    await click("pay");
    misbehave(fault);
    expect(await comesBack()).toBe(unasked);
    expect(await gemsOf(memberId)).toBe(bonus);
    itself();
    expect(await comesBack()).toBe(credited);
    expect(await gemsOf(memberId)).toBe(bought);
  });

  test("credits by a repeated webhook, without the buyer, after an outage of Paystack", async () => {
    const { memberId, click } = await checkout();
    misbehave("500");
    await click("pay", { webhook: "before" });
    expect(answered).toEqual([503]);
    itself();
    await expect.poll(() => answered.at(-1)).toBe(200);
    expect(await gemsOf(memberId)).toBe(bought);
  });

  test("credits by the sweeper when the webhook is lost and the buyer does not return", async () => {
    const { memberId, reference, click } = await checkout();
    await click("pay");
    await sweepLater(reference);
    expect(await gemsOf(memberId)).toBe(bought);
  });

  test("refunds a payment that was made after the account was deleted", async () => {
    const { memberId, reference, click } = await checkout();
    await sql`delete from auth.users where id = ${memberId}`.execute(open.kysely);
    await click("pay");
    await sweepLater(reference);
    await expect
      .poll(async () => {
        const check = await patient.verify(reference);
        return check.ok && check.payment.status;
      })
      .toBe("reversed");
  });

  test("reports a database failure while crediting and credits later", async () => {
    const { memberId, reference, click, comesBack } = await checkout();
    await click("pay");
    // The member's role reads the purchase, and the service credits it.
    const asService: Database["asService"] = () => Promise.reject(new Error("connection lost"));
    services.database = { ...open.database, asService };
    expect(await comesBack()).toBe(uncredited);
    itself();
    expect(await gemsOf(memberId)).toBe(bonus);
    await sweepLater(reference);
    expect(await comesBack()).toBe(credited);
    expect(await gemsOf(memberId)).toBe(bought);
  });

  test.for([
    ["declined", "decline", "Payment failed"],
    ["left pending", "leave-pending", asked],
  ] as const)("credits nothing for a payment that was %s and allows another try", async ([, button, seen]) => {
    const { memberId, click, comesBack } = await checkout();
    await click(button);
    expect(await comesBack()).toBe(seen);
    expect(await gemsOf(memberId)).toBe(bonus);
    await click("pay");
    expect(await comesBack()).toBe(credited);
    expect(await gemsOf(memberId)).toBe(bought);
  });

  test.for([
    ["after it was credited", "credited first"],
    ["before it was credited", "given back first"],
  ] as const)("removes the gems of a payment refunded %s and explains it to the buyer", async ([, first]) => {
    const { memberId, reference, click, comesBack } = await checkout();
    await click("pay");
    const visits = [comesBack, () => services.payments.refund(reference)];
    for (const visit of first === "credited first" ? visits : visits.toReversed()) await visit();
    await expect.poll(() => answered).toEqual([200, 200]);
    expect(await comesBack()).toBe("Payment refunded");
    expect(await gemsOf(memberId)).toBe(bonus);
  });

  test.for(faults.filter((fault) => fault !== "other-reference"))(
    "starts no payment when Paystack answers %j",
    async (fault) => {
      misbehave(fault, "initialize");
      const memberId = await newMember(open.kysely);
      expect(await start(memberId)).toEqual({ ok: false, problem: "unavailable" });
      expect(await gemsOf(memberId)).toBe(bonus);
    },
  );

  test("answers another member's payment like an unknown one", async () => {
    const { reference, click } = await checkout();
    await click("pay");
    const stranger = await newMember(open.kysely);
    expect(await seenBy(stranger, reference)).toBe("404");
    expect(await seenBy(stranger, "1-pro-NGN")).toBe("404");
    expect(await gemsOf(stranger)).toBe(bonus);
  });
});
