import { Icon } from "../../ui/icon.tsx";

interface CapturedMailCardProps {
  mail: { id: string; to: string; subject: string; text: string; sentAt: string; sentAtShown: string };
}

export function CapturedMailCard({ mail }: CapturedMailCardProps) {
  return (
    <li>
      <article
        className="grid min-w-0 grid-cols-1 gap-4 rounded-xl hairline bg-surface p-5"
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
        <p className="wrap-anywhere whitespace-pre-line">
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

export function LocalMailboxLink() {
  return (
    <div className="grid grid-cols-1 gap-4 panel">
      <p className="flex items-start gap-3">
        <Icon name="list" />
        <span>Mail is not sent from this machine: it is kept in a mailbox here.</span>
      </p>
      <a className="btn btn-secondary" href="/mailbox">
        Open the mailbox
      </a>
    </div>
  );
}

type TextPart = { kind: "text" | "link"; text: string };

/** Splits text at its http(s) addresses; joined, the parts equal the text. */
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
