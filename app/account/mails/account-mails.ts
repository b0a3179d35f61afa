import { type Logger } from "pino";
import { type RouterContextProvider } from "react-router";
import { siteContext } from "../../server/http/site.ts";
import { logContext } from "../../server/observability/observation.ts";
import { type Mailer, mailerContext, type Mail } from "../../server/mail/mailer.ts";
import { mailHtml } from "../../server/mail/mail-html.ts";
import { brand } from "../../brand.ts";
import { dateFormatter } from "../../ui/dates.ts";

/** `tokenHash` is the secret in the mail's link. */
export type AccountMail =
  | { kind: "confirmation" | "recovery"; to: string; fullName: string | null; tokenHash: string }
  | (OwnerMail & { fullName: string | null; tokenHash: null });

type OwnerMail =
  | { kind: "already-registered" | "password-changed" | "account-deleted"; to: string }
  | { kind: "new-device"; to: string; device: string | null; at: Date };

/** `appUrl`: the public origin, without a trailing slash. */
interface AccountMailSender {
  appUrl: string;
  brandName: string;
  supportEmail: string;
}

/**
 * Text and HTML have the same content. supabase/templates are generated from this function with
 * Go's placeholders.
 */
export function accountMail(mail: AccountMail, sender: AccountMailSender): Mail {
  const { subject, before, links, after } = wording(mail, sender);
  const greeting = `Hello${greetable(mail.fullName)},`;
  const support = `Questions? Write to ${sender.supportEmail}.`;
  const text = [
    greeting,
    before,
    ...links.map((link) => `${link.label}:\n${link.url}`),
    after,
    `${support}\n${sender.brandName}`,
  ].join("\n\n");
  const html = mailHtml({
    title: subject,
    brandName: sender.brandName,
    paragraphs: [greeting, before],
    links,
    small: [after, support],
  });
  return { to: mail.to, subject, text, html };
}

interface Wording {
  subject: string;
  before: string;
  links: { label: string; url: string }[];
  after: string;
}

function wording(mail: AccountMail, { appUrl, brandName }: AccountMailSender): Wording {
  switch (mail.kind) {
    case "confirmation":
      return {
        subject: "Confirm your email address",
        before: `Welcome to ${brandName}. Confirm your address to activate your account: 2 free gems are waiting for you.`,
        links: [{ label: "Confirm my email address", url: confirmUrl(appUrl, mail.tokenHash, "email") }],
        after: "The link works once, for 1 hour. If you did not sign up, you can ignore this email.",
      };
    case "recovery":
      return {
        subject: "Choose a new password",
        before: `Someone asked to reset the password of your ${brandName} account.`,
        links: [{ label: "Choose a new password", url: confirmUrl(appUrl, mail.tokenHash, "recovery") }],
        after: "The link works once, for 1 hour. If this wasn't you, ignore this email: your password stays the same.",
      };
    case "already-registered":
      return {
        subject: "You already have an account",
        before: `Someone signed up to ${brandName} with this address, which already has an account. Nothing was changed.`,
        links: [
          { label: "Sign in", url: `${appUrl}/login` },
          { label: "Choose a new password", url: `${appUrl}/forgot-password` },
        ],
        after: "If this wasn't you, you can ignore this email.",
      };
    case "password-changed":
      return {
        subject: "Your password was changed",
        before: `The password of your ${brandName} account was just changed, and all other devices were signed out.`,
        links: [{ label: "This wasn't me", url: `${appUrl}/forgot-password` }],
        after: "If you changed it, there is nothing to do.",
      };
    case "new-device":
      return {
        subject: "New sign-in to your account",
        before:
          `Your ${brandName} account was used on a device that has not signed in before: ` +
          `${mail.device ?? "an unknown browser"}, ${dateFormatter("UTC")(mail.at)} UTC. If it was you, there is nothing to do.`,
        links: [{ label: "This wasn't me", url: `${appUrl}/forgot-password` }],
        after: "A new password signs out every device.",
      };
    case "account-deleted":
      return {
        subject: "Your account was deleted",
        before: `Your ${brandName} account and all of its photos were just deleted.`,
        links: [],
        after: "If you did not do this, write to us at once.",
      };
  }
}

function confirmUrl(appUrl: string, tokenHash: string, type: "email" | "recovery"): string {
  return `${appUrl}/auth/confirm?${new URLSearchParams({ token_hash: tokenHash, type })}`;
}

/**
 * The greeting's name; omitted if it looks like a link or a message, since anyone can sign up with
 * another person's address.
 */
function greetable(fullName: string | null): string {
  const name = (fullName ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  const carriesLink = /:\/\/|www\.|@|\p{L}\.\p{L}{2}/iu.test(name);
  return name === "" || name.length > 60 || carriesLink ? "" : ` ${name}`;
}

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

export function mailOwner({ mailer, appUrl, supportEmail, log }: MailParts, mail: OwnerMail): void {
  const sender = { appUrl, brandName: brand.name, supportEmail };
  const composed = accountMail({ ...mail, fullName: null, tokenHash: null }, sender);
  mailer?.send(composed).catch((error: unknown) => log.error({ err: error }, "account mail was not delivered"));
}
