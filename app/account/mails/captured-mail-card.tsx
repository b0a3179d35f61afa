import { linkedText } from "./linked-text.ts";

interface CapturedMailCardProps {
  mail: { id: string; to: string; subject: string; text: string; sentAt: string; sentAtShown: string };
}

export function CapturedMailCard({ mail }: CapturedMailCardProps) {
  return (
    <li>
      <article className="card stack" aria-labelledby={`subject-${mail.id}`}>
        <div className="stack stack-2">
          <h2 className="h4" id={`subject-${mail.id}`}>
            {mail.subject}
          </h2>
          <p className="muted small">
            To <b>{mail.to}</b> · <time dateTime={mail.sentAt}>{mail.sentAtShown}</time>
          </p>
        </div>
        <p className="mail-text">
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
