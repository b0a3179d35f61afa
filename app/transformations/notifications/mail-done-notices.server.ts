import { sql as text } from "kysely";
import type { Logger } from "pino";
import { isFinalRefusal, refusalReason } from "../../server/mail/mail-refusal.ts";
import type { Mailer } from "../../server/mail/mailer.ts";
import { brand } from "../../brand.ts";
import type { Database } from "../../server/database/database.ts";
import { claimNotice } from "./claim-notice.server.ts";
import { doneMail, type NotificationTexts } from "./done-mail.ts";

interface Mailing {
  database: Database;
  /** Null where no mail can be sent: then nobody is told, and nothing is kept to be sent. */
  mailer: Mailer | null;
  /** The public origin, without a slash at its end. */
  appUrl: string;
  supportEmail: string;
  words: NotificationTexts;
  log: Pick<Logger, "info" | "warn">;
}

/** Nobody waits for a notice that could not be sent for so long. */
const givenUpAfter = "1 day";

/**
 * Mails what is to be mailed, each notice once. Safe to run beside itself: a notice is claimed before it is sent and gone
 * afterwards. A claim whose sender died, or whose mail was refused, runs out and is taken up again, so that a mail may in
 * rare cases come twice but is never lost.
 */
export async function mailDoneNotices(mailing: Mailing, signal?: AbortSignal): Promise<{ mailed: number }> {
  const { database, mailer, appUrl, supportEmail, words, log } = mailing;
  let mailed = 0;
  await giveUp(database, mailer === null);
  if (!mailer) return { mailed };
  for (let claimed = await claimNotice(database); claimed; claimed = await claimNotice(database)) {
    const { notice, address, ended } = claimed;
    if (address !== null && ended) {
      try {
        await mailer.send(doneMail(ended, address, { appUrl, supportEmail, brandName: brand.name, words }));
        mailed += 1;
      } catch (error) {
        const refused = { notice: notice.id, reason: refusalReason(error) };
        if (!isFinalRefusal(error)) {
          log.warn(refused, "a notice was not mailed, and is tried again later");
          break;
        }
        log.warn(refused, "a notice was refused for good");
      }
    }
    await remove(database, notice);
    if (signal?.aborted) break;
  }
  return { mailed };
}

/** Unless something of it ended again meanwhile, of which there is more to tell. */
const remove = (database: Database, { id, tries }: { id: string; tries: number }) =>
  database.asService((sql) => sql.deleteFrom("done_notices").where("id", "=", id).where("tries", "=", tries).execute());

const giveUp = (database: Database, all: boolean) =>
  database.asService((sql) =>
    sql
      .deleteFrom("done_notices")
      .where(all ? text<boolean>`true` : text<boolean>`ended_at < now() - ${givenUpAfter}::interval`)
      .execute(),
  );
