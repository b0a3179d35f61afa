import { mailLink } from "./mail-link.ts";

/** What a member did lately that a question may be about. */
export interface RecentMatters {
  email: string;
  payments: { reference: string; packageName: string; date: string; status: string }[];
  transformations: { id: string; name: string; date: string; status: string }[];
}

/** A matter to write about, and the mail that names it. */
export interface SupportTopic {
  title: string;
  detail: string;
  /** What support finds it by. */
  reference: string;
  href: string;
}

/** The matters of a member as mails that are begun: each names the account and the reference, nothing else of them. */
export function supportTopics(supportEmail: string, { email, payments, transformations }: RecentMatters) {
  const topic = (about: string, title: string, detail: string, reference: string): SupportTopic => ({
    title,
    detail,
    reference,
    href: mailLink(supportEmail, `${about} ${reference}`, [
      `My account: ${email}`,
      `${about}: ${reference}`,
      "",
      "My question:",
      "",
    ]),
  });
  return {
    payments: payments.map(({ reference, packageName, date, status }) =>
      topic("Payment", packageName, `${date}, ${status}`, reference),
    ),
    transformations: transformations.map(({ id, name, date, status }) =>
      topic("Transformation", name, `${date}, ${status}`, id),
    ),
  };
}
