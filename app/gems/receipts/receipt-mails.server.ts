import { sql as statement } from "kysely";
import type { Logger } from "pino";
import { isFinalRefusal, refusalReason, type Mailer, type Mail } from "../../server/mail/mailer.ts";
import { brand, defaultTimeZone } from "../../brand.ts";
import type { Database } from "../../server/database/database.ts";
import { dateFormatter } from "../../ui/dates.ts";
import { type PaidPurchase, receiptOf, moneyBackText, type Receipt, receiptPath, supportLink } from "./receipt.ts";
import { paidPurchase } from "./receipt.server.ts";
import { escapeHtml as escape } from "../../server/mail/mail-html.ts";

interface Mailing {
  database: Database;
  mailer: Mailer | null;
  /** The public origin, without a trailing slash. */
  appUrl: string;
  supportEmail: string;
  log: Pick<Logger, "info" | "warn">;
}

const abandonAfter = "7 days";
/** Pauses for tries at 0, 1, 3, 7, 15 … minutes, so that one address cannot block the others. */
const pauseBeforeTry = statement`(2 ^ least(receipt_tries, 20) - 1) * interval '1 minute'`;

/**
 * Mails each credited purchase's receipt once. Concurrent runs are safe: a claim precedes the send,
 * and a failed send releases it. Permanent refusals are final.
 */
export async function mailReceipts(mailing: Mailing, signal?: AbortSignal): Promise<{ mailed: number }> {
  const { database, mailer, log } = mailing;
  let mailed = 0;
  if (!mailer) return { mailed };
  for (let claimed = await claim(database); claimed; claimed = await claim(database)) {
    const { reference } = claimed.purchase;
    if (claimed.address === null) log.info({ reference }, "no receipt mailed: the account is gone");
    else {
      try {
        await mailer.send(mailOf(claimed.purchase, claimed.address, mailing));
        mailed += 1;
      } catch (error) {
        const reason = refusalReason(error);
        if (isFinalRefusal(error)) {
          log.warn({ reference, reason }, "a receipt was refused for good; its page remains");
          continue;
        }
        log.warn({ reference, reason }, "a receipt was not mailed, and is tried again later");
        await releaseClaim(database, reference);
        break;
      }
    }
    if (signal?.aborted) break;
  }
  return { mailed };
}

function mailOf(purchase: PaidPurchase, address: string, { appUrl, supportEmail }: Mailing) {
  const format = dateFormatter(defaultTimeZone);
  // Only the browser knows the reader's time zone.
  const formatDate = (date: Date) => `${format(date)} (Lagos time)`;
  const receipt = receiptOf(purchase, { email: address, formatDate, now: new Date() });
  return receiptMail(receipt, address, { appUrl, supportEmail, brandName: brand.name });
}

/** Claims the due receipt with the fewest tries. */
function claim(database: Database) {
  return database.asService(async (sql) => {
    const row = await sql
      .updateTable("purchases")
      .set((eb) => ({ receipt_mailed_at: eb.fn<Date>("now"), receipt_tries: eb("receipt_tries", "+", 1) }))
      .where("id", "=", (eb) =>
        eb
          .selectFrom("purchases as due")
          .select("due.id")
          .where("due.status", "=", "paid")
          .where("due.receipt_mailed_at", "is", null)
          .where(statement<boolean>`due.paid_at > now() - ${abandonAfter}::interval`)
          .where(statement<boolean>`due.paid_at + ${pauseBeforeTry} <= now()`)
          .orderBy("due.receipt_tries")
          .orderBy("due.paid_at")
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(["reference", "package_name", "gems", "amount_kobo", "display_amount_usd_cents"])
      .returning("paid_at")
      .executeTakeFirst();
    const purchase = row && (await paidPurchase(sql, row));
    if (!purchase) return null;
    const { address } = await sql
      .selectNoFrom((eb) =>
        eb.fn<string | null>("public.receipt_address", [eb.cast(eb.val(purchase.reference), "text")]).as("address"),
      )
      .executeTakeFirstOrThrow();
    return { purchase, address };
  });
}

function releaseClaim(database: Database, reference: string) {
  return database.asService((sql) =>
    sql.updateTable("purchases").set({ receipt_mailed_at: null }).where("reference", "=", reference).execute(),
  );
}

export interface ReceiptMailSender {
  /** The public origin, without a trailing slash. */
  appUrl: string;
  brandName: string;
  supportEmail: string;
}

function stateOfGems({ moneyBack: { state } }: Receipt): string {
  if (state === "done" || state === "returned") return "It was refunded since.";
  return state === "begun" || state === "needs-attention"
    ? "Its refund has begun since."
    : "Your gems are on your balance.";
}

export function receiptMail(
  receipt: Receipt,
  to: string,
  { appUrl, brandName, supportEmail }: ReceiptMailSender,
): Mail {
  const subject = `Your ${brandName} receipt`;
  const before = `Thank you for your purchase. ${stateOfGems(receipt)}`;
  const { title, text: how } = moneyBackText(receipt);
  const page = `${appUrl}${receiptPath(receipt.reference)}`;
  const text = [
    before,
    receipt.facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    `This receipt, to print:\n${page}`,
    `${title}\n${how}\n${supportEmail}`,
    brandName,
  ].join("\n\n");
  const rows = receipt.facts.map(
    ({ label, value }) => `<tr><th align="left" scope="row">${escape(label)}</th><td>${escape(value)}</td></tr>`,
  );
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body>
<h1>${escape(subject)}</h1>
<p>${escape(before)}</p>
<table cellpadding="4">
${rows.join("\n")}
</table>
<p><a href="${escape(page)}">This receipt, to print</a></p>
<h2>${escape(title)}</h2>
<p>${escape(how)} <a href="${escape(supportLink(receipt, supportEmail))}">${escape(supportEmail)}</a></p>
<p>${escape(brandName)}</p>
</body>
</html>
`;
  return { to, subject, text, html };
}
