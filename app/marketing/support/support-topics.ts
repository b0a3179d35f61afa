import { mailLink } from "./mail-link.ts";

export interface RecentMatters {
  email: string;
  payments: { reference: string; packageName: string; date: string; status: string }[];
  transformations: { id: string; name: string; date: string; status: string }[];
}

export interface SupportTopic {
  title: string;
  detail: string;
  reference: string;
  href: string;
}

/** Each mail names the account and the reference, nothing else. */
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
