/**
 * `npm run gems:refund <reference>`: refunds a purchase through the payment provider and removes its gems from the
 * buyer's balance. Queries the provider first: repeats no refund in progress, and starts another after a failed one.
 * The embedded database needs a stopped server, because only one process may open it.
 */
import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { openPayments } from "../app/adapters/open-payments.server.ts";
import { createDatabase } from "../app/server/database/kysely-database.server.ts";
import { inNaira } from "../app/gems/packages.ts";
import { type Refund, type RefundAnswer, refundPurchase } from "../app/gems/refund-purchase.server.ts";
import { runCommand } from "./command.ts";

const problems: Record<Extract<RefundAnswer, { ok: false }>["problem"], string> = {
  unknown: "There is no purchase with this reference.",
  unpaid: "This purchase was not paid: there is nothing to refund.",
  rejected: "The payment provider refuses the refund. No gems were removed.",
  unavailable:
    "The payment provider gave no answer, so it is not known whether it refunds. No gems were removed. Run it again.",
};

const statusTexts: Record<Refund["status"], string> = {
  begun: "on its way; the receipt shows when it arrives.",
  done: "the money was sent back.",
  failed: "failed; run this command again.",
  "needs-attention": "Paystack needs the buyer's bank details (dashboard, Refunds).",
};

await runCommand("Usage: npm run gems:refund <reference>", async ({ argument, config, closing, open }) => {
  // The operator needs to see the provider's refusals. The sandbox would only log that its webhook finds no server.
  const level = config.payments.kind === "sandbox" ? "silent" : "warn";
  const log = pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
  const { kysely } = await open();
  // The secret only signs webhooks here. The server that receives them is stopped or has configured the same secret.
  const sessionSecret = config.sessionSecret ?? randomBytes(32).toString("hex");
  const { provider } = await openPayments(config, config.dataDirectory, sessionSecret, log, closing);
  const answer = await refundPurchase({ database: createDatabase(kysely), payments: provider, log }, argument);
  if (!answer.ok) throw new Error(`${argument}: ${problems[answer.problem]}`);
  return describe(answer.refund);
});

function describe({ reference: of, amountKobo, status, gems, clawedBack, accountExists, repeated }: Refund): string {
  const price = inNaira(amountKobo / 100);
  const refund = `${repeated ? "Refund" : "New refund"} of ${of}, ${price}: ${statusTexts[status]}`;
  if (!gems) return `${refund}\nThis payment was never credited and will not be.`;
  const rest = gems - clawedBack;
  const why = accountExists ? "already spent" : "deleted with the buyer's account";
  return `${refund}\nGems removed: ${clawedBack} of ${gems}${rest ? `; ${rest} ${rest === 1 ? "was" : "were"} ${why}` : ""}.`;
}
