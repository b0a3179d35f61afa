import { brand } from "../../brand.ts";
import type { Services } from "../../services.ts";
import { accountMail, type OwnerMailKind } from "./account-mails.ts";

/** Mails the owner about a change without waiting; no-op without mail. */
export function mailOwner(
  { mailer, appUrl, supportEmail, log }: Pick<Services, "mailer" | "appUrl" | "supportEmail" | "log">,
  mail: { kind: OwnerMailKind; to: string },
): void {
  const sender = { appUrl, brandName: brand.name, supportEmail };
  const composed = accountMail({ ...mail, fullName: null, tokenHash: null }, sender);
  mailer?.send(composed).catch((error: unknown) => log.error({ err: error }, "account mail was not delivered"));
}
