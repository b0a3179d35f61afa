import type { Logger } from "pino";
import type { RouterContextProvider } from "react-router";
import { brand } from "../../brand.ts";
import { siteContext } from "../../server/http/site.ts";
import { type Mailer, mailerContext } from "../../server/mail/mailer.ts";
import { logContext } from "../../server/observability/observation.ts";
import { accountMail, type OwnerMailKind } from "./account-mails.ts";

interface MailParts {
  mailer: Mailer | null;
  appUrl: string;
  supportEmail: string;
  log: Pick<Logger, "error" | "warn">;
}

export function mailParts(context: Readonly<RouterContextProvider>): MailParts {
  const { appUrl, supportEmail } = context.get(siteContext);
  return { mailer: context.get(mailerContext), appUrl, supportEmail, log: context.get(logContext) };
}

/** Mails the owner about a change without waiting; no-op without mail. */
export function mailOwner(
  { mailer, appUrl, supportEmail, log }: MailParts,
  mail: { kind: OwnerMailKind; to: string },
): void {
  const sender = { appUrl, brandName: brand.name, supportEmail };
  const composed = accountMail({ ...mail, fullName: null, tokenHash: null }, sender);
  mailer?.send(composed).catch((error: unknown) => log.error({ err: error }, "account mail was not delivered"));
}
