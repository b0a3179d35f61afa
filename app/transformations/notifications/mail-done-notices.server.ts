import { sql as text } from "kysely";
import type { Logger } from "pino";
import { isFinalRefusal, refusalReason, type Mailer } from "../../server/mail/mailer.ts";
import { brand } from "../../brand.ts";
import type { Database } from "../../server/database/database.ts";
import { claimNotice } from "./claim-notice.server.ts";
import { unsubscribeAddress } from "./notices-setting.server.ts";
import { doneMail, type NotificationTexts } from "./done-mail.ts";

interface Mailing {
  database: Database;
  /** Null without a mail service: notices are then dropped. */
  mailer: Mailer | null;
  appUrl: string;
  supportEmail: string;
  sessionSecret: string;
  texts: NotificationTexts;
  log: Pick<Logger, "info" | "warn">;
}

const dropAfter = "1 day";

/** Mails every due notice. Delivery is at least once: a claim whose sender crashed expires and is sent again. */
export async function mailDoneNotices(mailing: Mailing, signal?: AbortSignal): Promise<{ mailed: number }> {
  const { database, mailer, appUrl, supportEmail, sessionSecret, texts: words, log } = mailing;
  let mailed = 0;
  await dropOverdue(database, mailer === null);
  if (!mailer) return { mailed };
  for (let claimed = await claimNotice(database); claimed; claimed = await claimNotice(database)) {
    const { notice, address, ended } = claimed;
    if (address !== null && ended) {
      try {
        const to = { address, unsubscribeAddress: unsubscribeAddress(appUrl, notice.user_id, sessionSecret) };
        await mailer.send(doneMail(ended, to, { appUrl, supportEmail, brandName: brand.name, texts: words }));
        mailed += 1;
      } catch (error) {
        const refused = { notice: notice.id, reason: refusalReason(error) };
        if (!isFinalRefusal(error)) {
          log.warn(refused, "a notice was not mailed; it will be retried");
          break;
        }
        log.warn(refused, "a notice was rejected permanently");
      }
    }
    await remove(database, notice);
    if (signal?.aborted) break;
  }
  return { mailed };
}

/** Keeps the notice when another photo of the batch ended meanwhile. */
const remove = (database: Database, { id, tries }: { id: string; tries: number }) =>
  database.asService((sql) => sql.deleteFrom("done_notices").where("id", "=", id).where("tries", "=", tries).execute());

const dropOverdue = (database: Database, all: boolean) =>
  database.asService((sql) =>
    sql
      .deleteFrom("done_notices")
      .where(all ? text<boolean>`true` : text<boolean>`ended_at < now() - ${dropAfter}::interval`)
      .execute(),
  );
