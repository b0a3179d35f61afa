/**
 * `npm run gems:refund <reference>`: gives a purchase's money back through the payment provider and takes its gems off
 * the buyer's balance. May be repeated. With the embedded database the server has to be stopped: one process at a time
 * may open it.
 */
import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { openPayments } from "../app/adapters/open-payments.server.ts";
import { readConfig } from "../app/config.server.ts";
import { createDatabase } from "../app/server/database/kysely-database.server.ts";
import { inNaira } from "../app/gems/packages.ts";
import { type Refund, type RefundAnswer, refundPurchase } from "../app/gems/refund-purchase.server.ts";
import { end, openExistingDatabase } from "./existing-database.ts";

const problems: Record<Extract<RefundAnswer, { ok: false }>["problem"], string> = {
  unknown: "There is no purchase with this reference.",
  unpaid: "This purchase was not paid: there is nothing to give back.",
  rejected: "The payment provider refuses the refund. No gems were taken back.",
  unavailable:
    "The payment provider gave no answer, so it is not known whether it refunds. No gems were taken back. Run it again.",
};

const reference = process.argv[2];
if (!reference) end("Usage: npm run gems:refund <reference>");
try {
  const config = readConfig();
  // The provider's refusals, with their codes, are for whoever runs this; the sandbox's webhook finds no server here.
  const level = config.payments.kind === "sandbox" ? "silent" : "warn";
  const log = pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
  const closing: (() => unknown)[] = [];
  try {
    const { kysely, close } = await openExistingDatabase(config);
    closing.push(close);
    // Only webhooks are signed with it, and the server that would take them is not running or has set the secret.
    const sessionSecret = config.sessionSecret ?? randomBytes(32).toString("hex");
    const { provider } = await openPayments(config, config.dataDirectory, sessionSecret, log, closing);
    const answer = await refundPurchase({ database: createDatabase(kysely), payments: provider, log }, reference);
    if (!answer.ok) throw new Error(`${reference}: ${problems[answer.problem]}`);
    process.stdout.write(`${describe(answer.refund)}\n`);
  } finally {
    for (const close of closing.reverse()) await close();
  }
} catch (error) {
  end(error instanceof Error ? error.message : String(error));
}

function describe({ reference: of, amountKobo, gems, clawedBack: takenBack, accountExists, repeated }: Refund): string {
  const refunded = `${repeated ? "Refunded before" : "Refunded"}: ${of}`;
  const price = inNaira(amountKobo / 100);
  if (!gems) return `${refunded}, what was paid of ${price}.\nIt had never become gems, and will not any more.`;
  const rest = gems - takenBack;
  const why = accountExists ? "already spent" : "gone with the buyer's account";
  return `${refunded}, ${price}.\nGems taken back: ${takenBack} of ${gems}${rest ? `; ${rest} ${rest === 1 ? "was" : "were"} ${why}` : ""}.`;
}
