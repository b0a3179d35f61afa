import { z } from "zod";
import { maxDetailsLength, reportReasons, type ReportReason } from "./report-reasons.ts";
import type { Database } from "../../server/database/database.ts";

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
