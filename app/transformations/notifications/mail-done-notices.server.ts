import { sql as text } from "kysely";
import type { Logger } from "pino";
import { isFinalRefusal, type Mailer, refusalReason } from "../../server/mail/mailer.ts";
import { brand } from "../../brand.ts";
import type { Database, Sql } from "../../server/database/database.ts";
import { unsubscribeAddress } from "./done-notices.server.ts";
import { doneMail, type Ended, type NotificationTexts } from "./done-mail.ts";

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

interface ClaimedNotice {
  notice: { id: string; tries: number; user_id: string };
  /** Null when the member wants no notices or the account is deleted. */
  address: string | null;
  ended: Ended | null;
}

/** A claim expires after 2, 4, 8 … minutes: longer than any mail server takes to answer. */
const claimLasts = text`(2 ^ least(tries, 10)) * interval '1 minute'`;

/** Claims the notice that is due next, the least tried first. A batch's notice waits for its last photo. */
export function claimNotice(database: Database): Promise<ClaimedNotice | null> {
  return database.asService(async (sql) => {
    const notice = await sql
      .updateTable("done_notices")
      .set((eb) => ({ claimed_at: eb.fn<Date>("now"), tries: eb("tries", "+", 1) }))
      .where("id", "=", (eb) =>
        eb
          .selectFrom("done_notices as due")
          .select("due.id")
          .where((each) =>
            each.or([
              each("due.claimed_at", "is", null),
              each("due.claimed_at", "<", text<Date>`now() - ${claimLasts}`),
            ]),
          )
          .where((each) =>
            each.not(
              each.exists(
                each
                  .selectFrom("transformations as t")
                  .select("t.id")
                  .whereRef("t.batch_id", "=", "due.batch_id")
                  .where("t.status", "=", "processing"),
              ),
            ),
          )
          .orderBy("due.tries")
          .orderBy("due.ended_at")
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(["id", "tries", "user_id", "transformation_id", "batch_id"])
      .executeTakeFirst();
    if (!notice) return null;
    const { address } = await sql
      .selectNoFrom((eb) =>
        eb.fn<string | null>("public.done_notice_address", [eb.cast(eb.val(notice.id), "uuid")]).as("address"),
      )
      .executeTakeFirstOrThrow();
    return { notice, address, ended: notice.batch_id ? await batch(sql, notice.batch_id) : await one(sql, notice.id) };
  });
}

async function one(sql: Sql, id: string): Promise<Ended | null> {
  const row = await sql
    .selectFrom("transformations")
    .select(["tool", "original_name", "failure", "coins_used"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { tool, original_name: name, failure, coins_used } = row;
  return { kind: "one", id, tool, name, failure, gemIsBack: coins_used === 0 };
}

async function batch(sql: Sql, id: string): Promise<Ended | null> {
  const rows = await sql
    .selectFrom("transformations")
    .distinctOn("batch_position")
    .select(["batch_position", "failure", "coins_used"])
    .where("batch_id", "=", id)
    .orderBy("batch_position")
    .orderBy("created_at", "desc")
    .execute();
  if (!rows.length) return null;
  const failed = rows.flatMap(({ failure, coins_used }) =>
    failure === null ? [] : [{ failure, gemIsBack: coins_used === 0 }],
  );
  return { kind: "batch", id, done: rows.length - failed.length, failed };
}
