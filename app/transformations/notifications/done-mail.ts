import { mailHtml } from "../../server/mail/mail-html.ts";
import type { Mail } from "../../server/mail/mailer.ts";

export type Ended =
  | {
      kind: "one";
      id: string;
      tool: string;
      name: string;
      failure: string | null;
      gemIsBack: boolean;
    }
  | { kind: "batch"; id: string; done: number; failed: { failure: string; gemIsBack: boolean }[] };

export interface NotificationTexts {
  noun: (tool: string) => string;
  path: (tool: string, id: string) => string;
  failure: (tool: string, failure: string) => string;
  neededNothing: (failure: string) => boolean;
}

interface Sender {
  appUrl: string;
  brandName: string;
  supportEmail: string;
  texts: NotificationTexts;
}

interface Recipient {
  address: string;
  unsubscribeAddress: string;
}

export function doneMail(
  ended: Ended,
  { address, unsubscribeAddress }: Recipient,
  { appUrl, brandName, supportEmail, texts }: Sender,
): Mail {
  const { subject, paragraphs, link } = ended.kind === "one" ? ofOne(ended, texts) : ofBatch(ended, texts);
  const why = "You get this email because it took longer than a minute and you had left the page.";
  const links = [
    { label: link.label, url: appUrl + link.path },
    { label: "Turn these emails off", url: unsubscribeAddress },
  ];
  const support = `Questions? Write to ${supportEmail}.`;
  const addresses = links.map(({ label, url }) => `${label}:\n${url}`);
  const text = [...paragraphs, addresses[0], why, addresses[1], `${support}\n${brandName}`].join("\n\n");
  const html = mailHtml({ title: subject, brandName, paragraphs, links, small: [why, support] });
  const headers = {
    "List-Unsubscribe": `<${unsubscribeAddress}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { to: address, subject, text, html, headers };
}

function ofOne({ id, tool, name, failure, gemIsBack }: Extract<Ended, { kind: "one" }>, texts: NotificationTexts) {
  const noun = texts.noun(tool);
  const path = texts.path(tool, id);
  if (failure === null) {
    const paragraphs = [`“${name}” took a little longer, and now it is done.`];
    return { subject: `Your ${noun} is ready`, paragraphs, link: { label: `See your ${noun}`, path } };
  }
  const reason = texts.failure(tool, failure);
  if (texts.neededNothing(failure)) {
    return {
      subject: `Your ${noun} needs no enhancement`,
      paragraphs: [`“${name}” was left as it is. ${reason}`],
      link: { label: "See what else you can do with it", path },
    };
  }
  const paragraphs = [
    `“${name}” could not be made. ${reason.endsWith(".") ? reason : `${reason}.`}`,
    ...(gemIsBack ? ["Your gem is back on your balance."] : []),
  ];
  return { subject: `Your ${noun} could not be made`, paragraphs, link: { label: "Look at it and try again", path } };
}

function ofBatch({ id, done, failed: ended }: Extract<Ended, { kind: "batch" }>, texts: NotificationTexts) {
  const fails = ended.filter(({ failure }) => !texts.neededNothing(failure));
  const [failed, fine] = [fails.length, ended.length - fails.length];
  const gemsBack = fails.filter(({ gemIsBack }) => gemIsBack).length;
  const all = done + failed + fine;
  const subject =
    failed + fine === 0
      ? `Your ${photos(done)} ${done === 1 ? "is" : "are"} ready`
      : done === 0 && failed > 0
        ? `Your ${photos(all)} could not be made`
        : `${done} of your ${photos(all)} ${done === 1 ? "is" : "are"} ready`;
  const paragraphs = [
    ...(done ? [`${photos(done)} of your batch ${done === 1 ? "is" : "are"} done.`] : []),
    ...(fine
      ? [
          `${photos(fine)} of it ${fine === 1 ? "is" : "are"} already well lit. Nothing was charged for ${fine === 1 ? "it" : "them"}.`,
        ]
      : []),
    ...(failed ? [`${photos(failed)} could not be made; on the page you can try again.`] : []),
    ...(gemsBack
      ? [gemsBack === 1 ? "1 gem is back on your balance." : `${gemsBack} gems are back on your balance.`]
      : []),
  ];
  return { subject, paragraphs, link: { label: "See your photos", path: `/batches/${id}` } };
}

const photos = (count: number) => `${count} ${count === 1 ? "photo" : "photos"}`;
