import { escapeHtml as escape } from "../../server/mail/escape-html.ts";
import type { Mail } from "../../server/mail/mailer.ts";
import { moneyBackText, type Receipt, receiptPath, supportLink } from "./receipt.ts";

export interface ReceiptMailSender {
  /** The public origin, without a trailing slash. */
  appUrl: string;
  brandName: string;
  supportEmail: string;
}

export function receiptMail(
  receipt: Receipt,
  to: string,
  { appUrl, brandName, supportEmail }: ReceiptMailSender,
): Mail {
  const subject = `Your ${brandName} receipt`;
  const refunded = receipt.moneyBack.state === "done";
  const before = `Thank you for your purchase. ${refunded ? "It was refunded since." : "Your gems are on your balance."}`;
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
