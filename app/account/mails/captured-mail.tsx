interface CapturedMailCardProps {
  mail: { id: string; to: string; subject: string; text: string; sentAt: string; sentAtShown: string };
}

export function CapturedMailCard({ mail }: CapturedMailCardProps) {
  return (
    <li>
      <article
        className="grid min-w-0 grid-cols-1 gap-4 rounded-xl border bg-surface p-5"
        aria-labelledby={`subject-${mail.id}`}
      >
        <div className="grid grid-cols-1 gap-2">
          <h2 className="text-lg leading-[1.3] tracking-[-0.012em]" id={`subject-${mail.id}`}>
            {mail.subject}
          </h2>
          <p className="text-sm text-ink-2">
            To <b>{mail.to}</b> · <time dateTime={mail.sentAt}>{mail.sentAtShown}</time>
          </p>
        </div>
        <p className="text-wrap wrap-anywhere whitespace-pre-line">
          {linkedText(mail.text).map(({ kind, text }, place) =>
            kind === "link" ? (
              // oxlint-disable-next-line react/no-array-index-key -- a mail never changes
              <a key={place} href={text}>
                {text}
              </a>
            ) : (
              text
            ),
          )}
        </p>
      </article>
    </li>
  );
}

interface OpenMailboxProps {
  email: string | null;
  /** True if this machine stores mail in its own mailbox. */
  keepsMail: boolean;
  userAgent: string;
}

/** A link to the mailbox after a mail was sent; renders nothing if the address has no known mailbox. */
export function OpenMailbox({ email, keepsMail, userAgent }: OpenMailboxProps) {
  const mailbox = keepsMail ? { label: "Open the mailbox", href: "/mailbox" } : mailboxOf(email ?? "", userAgent);
  if (!mailbox) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <a className="btn-lg btn-primary" href={mailbox.href}>
        {mailbox.label}
      </a>
      {keepsMail ? (
        <p className="text-sm text-ink-2">This machine delivers no email. Its mailbox holds every one.</p>
      ) : null}
    </div>
  );
}

const webmails = [
  { name: "Gmail", href: "https://mail.google.com/", domains: /^(gmail|googlemail)\.com$/ },
  {
    name: "Outlook",
    href: "https://outlook.live.com/mail/",
    domains: /^(outlook|hotmail|live|msn)\.[a-z]{2,3}(\.[a-z]{2})?$/,
  },
  {
    name: "Yahoo Mail",
    href: "https://mail.yahoo.com/",
    domains: /^(yahoo|ymail|rocketmail)\.[a-z]{2,3}(\.[a-z]{2})?$/,
  },
  { name: "iCloud Mail", href: "https://www.icloud.com/mail", domains: /^(icloud|me|mac)\.com$/ },
  { name: "Proton Mail", href: "https://mail.proton.me/", domains: /^(proton|protonmail|pm)\.(me|com)$/ },
];

/** The address's webmail, which phones open in its app; otherwise the phone's email app. Null if neither is known. */
export function mailboxOf(email: string, userAgent: string): { label: string; href: string } | null {
  const domain = email.split("@").at(-1)?.toLowerCase() ?? "";
  const webmail = webmails.find(({ domains }) => domains.test(domain));
  if (webmail) return { label: `Open ${webmail.name}`, href: webmail.href };
  const label = "Open your email app";
  if (/iPhone|iPad/.test(userAgent)) return { label, href: "message://" };
  // Firefox for Android does not open intents.
  if (/Android.*Chrome\//.test(userAgent))
    return {
      label,
      href: "intent:#Intent;action=android.intent.action.MAIN;category=android.intent.category.APP_EMAIL;end",
    };
  return null;
}

type TextPart = { kind: "text" | "link"; text: string };

export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g)) {
    if (index > end) parts.push({ kind: "text", text: text.slice(end, index) });
    parts.push({ kind: "link", text: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}
