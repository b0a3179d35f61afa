import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  openPaymentSandbox,
  type RunningPaymentSandbox,
} from "../../app/adapters/embedded/payment-sandbox/payment-sandbox.server.ts";
import { createPaystackPayments } from "../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import type { Database } from "../../app/server/database/database.ts";
import type { PaymentProvider } from "../../app/gems/payment-provider.ts";
import { noSandboxFaults, type SandboxButton, type SandboxFaults } from "../../app/gems/sandbox/payment-sandbox.ts";
import { startPurchase } from "../../app/gems/start-purchase.server.ts";
import type { Services } from "../../app/services.server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../servers/paystack/webhook-receiver.ts";
import { type OpenEngine, pglite } from "./engines.ts";
import { accountOf, newMember } from "./members.ts";
import { type PackageId, packages, priceInKobo } from "../../app/gems/packages.ts";
import type { Observation } from "../../app/server/observability/observation.ts";

export const bonus = 2;
export const secretKey = "sk_test_buying";

export let open: OpenEngine;
let directory: string;
export let receiver: WebhookReceiver;
let sandbox: RunningPaymentSandbox;
export let services: { database: Database; payments: PaymentProvider; log: Services["log"] };
export let logged: Record<string, unknown>[] = [];
const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(JSON.parse(line)) });

/** Sets up buying on PGlite and the payment sandbox for the tests of the calling file. */
export function buyingOnSandbox() {
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
      refundStepMs: 20,
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
}

export const begin = (
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

/** A member who opened the payment page and clicked a button there. */
export async function checkout(
  button: SandboxButton | null,
  faults: Partial<SandboxFaults> = {},
  packageId = "starter",
) {
  const memberId = await newMember(open.kysely);
  const started = await begin(memberId, { packageId });
  if (!started.ok) throw new Error(started.problem);
  const accessCode = started.authorizationUrl.split("/").at(-1) ?? "";
  const click = (clicked: SandboxButton) =>
    sandbox.act(accessCode, {
      button: clicked,
      faults: { ...noSandboxFaults, webhook: "never", ...faults },
    });
  if (button) await click(button);
  return { memberId, reference: started.reference, click };
}
export const gemsOf = async (memberId: string) => (await accountOf(open.kysely, memberId)).coins;
export const rowOf = (reference: string) =>
  open.kysely.selectFrom("purchases").selectAll().where("reference", "=", reference).executeTakeFirstOrThrow();
/** Moves a purchase into the past, as if it had started then. */
export const age = (reference: string, interval: string) =>
  sql`update purchases set created_at = created_at - ${interval}::interval, checked_at = checked_at - ${interval}::interval
    where reference = ${reference}`.execute(open.kysely);
export const reasons = () => logged.flatMap(({ reason }) => (reason ? [reason] : []));

/** A provider that never answers. */
export function silentProvider(): PaymentProvider {
  const away = async () => Response.json({ status: false, message: "away" }, { status: 502 });
  return createPaystackPayments({
    secretKey: `sk_test_${randomUUID()}`,
    fetch: away,
    log: pino({ level: "silent" }),
  });
}

/** The part of the engine that records purchases. */
type Books = Pick<OpenEngine, "database">;

export const starter = { gems: 8, priceKobo: 100_000 };

/** A pending purchase of a package, as the server writes it. Returns its reference. */
export async function newPurchase(
  { database }: Books,
  memberId: string,
  usdCents?: number,
  packageId: PackageId = "starter",
): Promise<string> {
  const bought = packageCalled(packageId);
  const currency = usdCents === undefined ? "NGN" : "USD";
  const reference = `${randomUUID()}-${packageId}-${currency}`;
  await database.asService((trx) =>
    trx
      .insertInto("purchases")
      .values({
        user_id: memberId,
        reference,
        package_id: packageId,
        package_name: bought.name,
        gems: bought.gems,
        amount_kobo: priceInKobo(bought),
        display_currency: currency,
        display_amount_usd_cents: usdCents ?? null,
      })
      .execute(),
  );
  return reference;
}

/** A paid and credited purchase. */
export async function newPaidPurchase(
  open: Books,
  memberId: string,
  usdCents?: number,
  packageId: PackageId = "starter",
): Promise<string> {
  const reference = await newPurchase(open, memberId, usdCents, packageId);
  const kobo = priceInKobo(packageCalled(packageId));
  await open.database.asService((trx) => sql`select public.settle_purchase(${reference}, ${kobo}, 'NGN')`.execute(trx));
  return reference;
}

export const takeBack = ({ database }: Books, reference: string) =>
  database.asService((trx) =>
    sql`select public.record_refunds(${reference}, jsonb_build_array(jsonb_build_object(
      'id', '1', 'kind', 'refund', 'status', 'done',
      'amountKobo', (select amount_kobo from public.purchases where reference = ${reference}))))`.execute(trx),
  );

function packageCalled(packageId: PackageId) {
  const found = packages.find(({ id }) => id === packageId);
  if (!found) throw new Error(`no package ${packageId}`);
  return found;
}

export const unobserved: Pick<Observation, "noted"> = { noted: () => {} };
