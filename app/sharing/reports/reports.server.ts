import type { Logger } from "pino";
import type { Mail, Mailer } from "../../server/mail/mailer.ts";
import type { Database } from "../../server/database/database.ts";
import { escapeHtml } from "../../server/mail/mail-html.ts";
import { maxDetailsLength, type ReportReason, reportReasons, sharePath } from "../share.ts";
import { z } from "zod";

const malformedEmail = "Enter an email address like name@example.com, or leave it empty.";

/** Browsers count a line break as one character and send two; PostgreSQL stores no NUL. */
const plainText = (text: string) => text.replace(/\r\n?/g, "\n").replaceAll("\u0000", "").trim();

export const reportSchema = z.object({
  reason: z.enum(Object.keys(reportReasons) as [ReportReason, ...ReportReason[]], "Choose a reason."),
  details: z
    .string()
    .transform(plainText)
    .pipe(z.string().max(maxDetailsLength, `Write at most ${maxDetailsLength} characters.`))
    .optional(),
  email: z.string().trim().max(254, malformedEmail).pipe(z.email(malformedEmail)).optional(),
});

type Report = z.infer<typeof reportSchema>;

export async function storeReport(
  database: Database,
  { id, token }: { id: string; token: string },
  { reason, details, email }: Report,
): Promise<void> {
  await database.asService((sql) =>
    sql
      .insertInto("share_reports")
      .values({ share_id: id, token, reason, details: details || null, reply_to: email ?? null })
      .execute(),
  );
}

interface Mailing {
  database: Database;
  /** Null without mail: reports then wait in the table. */
  mailer: Mailer | null;
  appUrl: string;
  supportEmail: string;
  log: Pick<Logger, "error" | "warn">;
}

/** Days; reports may contain an email address. */
export const retentionDays = 365;

/**
 * Mails new reports to support and deletes old ones. Concurrent runs are safe: a claim precedes the
 * send, and a failed send releases it.
 */
export async function mailReports(mailing: Mailing, now = new Date()): Promise<void> {
  const { database, mailer, log } = mailing;
  await database.asService((sql) =>
    sql
      .deleteFrom("share_reports")
      .where("created_at", "<", new Date(now.getTime() - retentionDays * 86_400_000))
      .execute(),
  );
  if (!mailer) {
    const { waiting } = await unmailed(database);
    if (waiting) log.warn({ waiting }, "reports of shared pictures wait in share_reports: no mail can be sent");
    return;
  }
  for (let report = await claim(database, now); report; report = await claim(database, now)) {
    try {
      await mailer.send(reportMail({ ...report, replyTo: report.reply_to }, mailing));
    } catch (error) {
      log.error({ err: error, report: report.id }, "a report was not mailed to support");
      await giveBack(database, report.id);
      return;
    }
  }
}

function claim(database: Database, now: Date) {
  return database.asService((sql) =>
    sql
      .updateTable("share_reports")
      .set({ mailed_at: now })
      .where("id", "=", (eb) =>
        eb
          .selectFrom("share_reports as oldest")
          .select("oldest.id")
          .where("oldest.mailed_at", "is", null)
          .orderBy("oldest.created_at")
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(["id", "token", "reason", "details", "reply_to"])
      .executeTakeFirst(),
  );
}

function giveBack(database: Database, id: string) {
  return database.asService((sql) =>
    sql.updateTable("share_reports").set({ mailed_at: null }).where("id", "=", id).execute(),
  );
}

function unmailed(database: Database) {
  return database.asService((sql) =>
    sql
      .selectFrom("share_reports")
      .select((eb) => eb.fn.countAll<string>().as("waiting"))
      .where("mailed_at", "is", null)
      .executeTakeFirstOrThrow(),
  );
}

export interface ReportMail {
  token: string;
  reason: string;
  details: string | null;
  replyTo: string | null;
}

/** The reporter's text is quoted and never part of the subject. */
function reportMail(
  { token, reason, details, replyTo }: ReportMail,
  { appUrl, supportEmail }: { appUrl: string; supportEmail: string },
): Mail {
  const subject = "A shared picture was reported";
  const parts = [
    `Picture: ${appUrl}${sharePath(token)}`,
    `Reason: ${reportReasons[reason as ReportReason] ?? reason}`,
    details ? `They write:\n${details.replace(/^/gm, "> ")}` : "They added no text.",
    replyTo ? `They would like an answer at: ${replyTo}` : "They left no address for an answer.",
    `It stays public until you take it down:\nnpm run shares:takedown ${token}`,
  ];
  const paragraphs = parts.map((part) => `<p>${escapeHtml(part).replaceAll("\n", "<br>")}</p>`);
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body>
<h1>${subject}</h1>
${paragraphs.join("\n")}
</body>
</html>
`;
  return { to: supportEmail, subject, text: parts.join("\n\n"), html };
}
