import { escapeHtml } from "../../server/mail/escape-html.ts";
import type { Mail } from "../../server/mail/mailer.ts";
import { reportReasons, type ReportReason } from "./report-reasons.ts";
import { sharePath } from "../share.ts";

export interface ReportMail {
  token: string;
  reason: string;
  details: string | null;
  replyTo: string | null;
}

/** The reporter's text is quoted and never part of the subject. */
export function reportMail(
  { token, reason, details, replyTo }: ReportMail,
  { appUrl, supportEmail }: { appUrl: string; supportEmail: string },
): Mail {
  const subject = "A shared picture was reported";
  const parts = [
    `Picture: ${appUrl}${sharePath(token)}`,
    `Reason: ${reportReasons[reason as ReportReason] ?? reason}`,
    details ? `They write:\n${details.replace(/^/gm, "> ")}` : "They wrote nothing more.",
    replyTo ? `They would like an answer at: ${replyTo}` : "They left no address for an answer.",
    `It stays up until somebody takes it down:\nnpm run shares:takedown ${token}`,
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
