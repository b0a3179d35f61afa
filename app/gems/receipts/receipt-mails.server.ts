import { sql as statement } from "kysely";
import type { Logger } from "pino";
import { isFinalRefusal, refusalReason } from "../../server/mail/mail-refusal.ts";
import type { Mailer } from "../../server/mail/mailer.ts";
import { brand, defaultTimeZone } from "../../brand.ts";
import type { Database } from "../../server/database/database.ts";
import { dateFormatter } from "../../ui/dates/date.ts";
import { receiptMail } from "./receipt-mail.ts";
import { type PaidPurchase, receiptOf } from "./receipt.ts";
import { paidPurchase } from "./receipt.server.ts";

interface Mailing {
  database: Database;
  /** Null where no mail can be sent: then there is only the receipt's page. */
  mailer: Mailer | null;
  /** The public origin, without a slash at its end. */
  appUrl: string;
  supportEmail: string;
  log: Pick<Logger, "info" | "warn">;
}

/** A receipt that could not be mailed for so long is not mailed any more; its page stays. */
const givenUpAfter = "7 days";
/** Tries after 0, 1, 3, 7, 15 … minutes, so that an address that never accepts mail holds up nobody else's. */
const pauseBeforeTry = statement`(2 ^ least(receipt_tries, 20) - 1) * interval '1 minute'`;

/**
 * Mails the receipt of every credited purchase, once, to the address its buyer has then. Safe to run beside itself:
 * each is claimed before it is sent, and given back when the mail is not accepted, which ends this sweep; a mail that is
 * refused for good is not tried again. Whatever goes wrong here, the gems are there already.
 */
export async function mailReceipts(mailing: Mailing, signal?: AbortSignal): Promise<{ mailed: number }> {
  const { database, mailer, log } = mailing;
  let mailed = 0;
  if (!mailer) return { mailed };
  for (let claimed = await claim(database); claimed; claimed = await claim(database)) {
    const { reference } = claimed.purchase;
    // The account is gone, and with it the address.
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
        await giveBack(database, reference);
        break;
      }
    }
    if (signal?.aborted) break;
  }
  return { mailed };
}

function mailOf(purchase: PaidPurchase, address: string, { appUrl, supportEmail }: Mailing) {
  const format = dateFormatter(defaultTimeZone);
  // The reader's own zone is known to the browser only.
  const formatDate = (date: Date) => `${format(date)} (Lagos time)`;
  const receipt = receiptOf(purchase, { email: address, formatDate, now: new Date() });
  return receiptMail(receipt, address, { appUrl, supportEmail, brandName: brand.name });
}

/** The purchase whose receipt is due next, marked as mailed, and the address of its buyer; those tried least go first. */
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
          .where(statement<boolean>`due.paid_at > now() - ${givenUpAfter}::interval`)
          .where(statement<boolean>`due.paid_at + ${pauseBeforeTry} <= now()`)
          .orderBy("due.receipt_tries")
          .orderBy("due.paid_at")
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(["reference", "package_name", "gems", "amount_kobo", "display_amount_usd_cents"])
      .returning(["paid_at", "refunded_at"])
      .executeTakeFirst();
    const purchase = row && paidPurchase(row);
    if (!purchase) return null;
    const { address } = await sql
      .selectNoFrom((eb) =>
        eb.fn<string | null>("public.receipt_address", [eb.cast(eb.val(purchase.reference), "text")]).as("address"),
      )
      .executeTakeFirstOrThrow();
    return { purchase, address };
  });
}

function giveBack(database: Database, reference: string) {
  return database.asService((sql) =>
    sql.updateTable("purchases").set({ receipt_mailed_at: null }).where("reference", "=", reference).execute(),
  );
}
