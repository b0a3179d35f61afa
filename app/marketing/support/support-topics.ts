import { type PackageFeature, packagesWith } from "../../gems/packages.ts";

interface RecentMatters {
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

export function mailLink(to: string, subject: string, lines: readonly string[] = []): string {
  // Mail programs read + as a plus.
  const query = [["subject", subject] as const, ...(lines.length ? [["body", lines.join("\r\n")] as const] : [])]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `mailto:${to}?${query}`;
}

export type SupportLevel = "email" | "priority";

interface LevelOfSupport {
  name: PackageFeature;
  answerHours: number;
  who: string;
}

/** Response hours (docs/product/decisions.md, "Gems and payments"). */
export const supportLevels: Record<SupportLevel, LevelOfSupport> = {
  email: { name: "Email support", answerHours: 48, who: "everyone" },
  priority: {
    name: "Priority support",
    answerHours: 24,
    who: `anyone who has bought ${packagesWith("Priority support")}`,
  },
};
