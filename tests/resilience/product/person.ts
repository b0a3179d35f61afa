import { setTimeout as pause } from "node:timers/promises";
import { type Account, newVisitor, type Visitor } from "./visitor.ts";

export interface Page {
  status: number;
  /** Target of a redirect. */
  location: string | null;
  /** Text of headings and announcements. */
  text: string;
  forms: PageForm[];
  /** True when the page reloads itself, like the page of a running transformation. */
  refreshes: boolean;
}

export interface PageForm {
  action: string;
  fields: Record<string, string>;
  text: string;
}

async function readPage(answer: Response): Promise<Page> {
  const { status, headers } = answer;
  const body = await answer.text();
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  return {
    status,
    location: headers.get("Location"),
    text: isPage ? textIn(body) : body.slice(0, 200),
    forms: formsIn(body),
    refreshes: /http-equiv="refresh"/i.test(body),
  };
}

/** Returns toasts, alerts, headings, status lines, the title of a result, and the sentence below a notice's heading. */
function textIn(html: string): string {
  const page = html.replace(/<(script|style|svg)\b.*?<\/\1>/gs, "");
  const main = /<main\b.*?<\/main>/s.exec(page)?.[0] ?? page;
  const parts = [
    ...allOf(page, /<div[^>]*data-toast="[^"]*"[^>]*>.*?<\/p>/gs),
    ...allOf(page, /<(div|p)[^>]*(?:role="alert"|data-focus-first)[^>]*>.*?<\/\1>/gs),
    ...allOf(main, /<h1\b.*?<\/h1>/gs),
    ...allOf(page, /<title>Done: .*?<\/title>/gs),
    ...(main.includes('class="notice"') ? allOf(main, /<p class="max-w-measure[^"]*">.*?<\/p>/gs) : []),
    ...allOf(main, /<p[^>]*role="status"[^>]*>.*?<\/p>/gs),
    ...allOf(wordsIn(main.replaceAll("<", " <")), /\S+ Uploaded, ready/g),
  ];
  return [...new Set(parts.map(wordsIn).filter(Boolean))].join(" · ");
}

const allOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([found]) => found);

const entities: Record<string, string> = { "&amp;": "&", "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">" };

function wordsIn(html: string): string {
  const text = html.replace(/<\/(h[1-6]|b|p|li)>/g, " ").replace(/<[^>]*>/g, "");
  return decoded(text).replace(/\s+/g, " ").trim();
}

const decoded = (text: string) => text.replace(/&(amp|quot|#x27|lt|gt);/g, (entity) => entities[entity] ?? entity);

function formsIn(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, head = "", inner = ""]) => ({
    action: attribute(head, "action"),
    fields: Object.fromEntries(
      [...inner.matchAll(/<(?:input|button)\b[^>]*>/g)]
        .map(([tag]) => tag)
        .filter((tag) => /type="hidden"/.test(tag) || /^<button\b.*\bname="/.test(tag))
        .map((tag) => [attribute(tag, "name"), attribute(tag, "value")]),
    ),
    text: wordsIn(inner),
  }));
}

const attribute = (tag: string, name: string) => decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/** A member on a phone without JavaScript, who sees pages, sends forms and follows redirects. */
export interface Person {
  account: Account;
  visitor: Visitor;
  url: string;
  photo: Blob;
  look(path: string): Promise<Page>;
  send(path: string, body: URLSearchParams | FormData): Promise<Page>;
  /** Chooses a photo in Surprise Me; the page that follows is its draft. */
  upload(): Promise<Page>;
  /** Submits the form that spends the gem, on a draft's page. */
  spend(draft: Page): Promise<Page>;
  /** Reloads a job's page until it no longer refreshes itself. */
  watch(job: Page): Promise<Page>;
  /** Chooses a package; the next page is the payment page or an error. */
  choosePackage(): Promise<Page>;
}

const surpriseMe = "/surprise-me";
/** Longer than three tries and the minute's delay of a postponed job, shorter than the model's time limit of 90 s. */
const watchMs = 80_000;

/** `url`: the process that serves the member; `appUrl`: the origin of the product's pages, if another one. */
export function newPerson(
  { url, appUrl = url }: { url: string; appUrl?: string },
  account: Account,
  photo: Blob,
): Person {
  const visitor = newVisitor(url, { appUrl });
  async function follow(answer: Response): Promise<Page> {
    const page = await readPage(answer);
    if (page.location === null || page.status < 300 || page.status > 399) return page;
    const next = new URL(page.location, url);
    // The payment page has another origin.
    return next.origin === url ? follow(await visitor.get(next.href)).then(at(next)) : page;
  }
  const at = (address: URL) => (page: Page) => (page.location === null ? { ...page, location: address.href } : page);
  const look = async (path: string) => follow(await visitor.get(path));
  const send = async (path: string, body: URLSearchParams | FormData) => follow(await visitor.post(path, body));
  return {
    account,
    visitor,
    url,
    photo,
    look,
    send,
    upload() {
      const form = new FormData();
      form.set("image", photo, "lagos.jpg");
      return send(surpriseMe, form);
    },
    spend(draft) {
      const form = draft.forms.find(({ fields }) => "key" in fields);
      if (!form) throw new Error(`there is no form on: ${draft.status} ${draft.text}`);
      return send(form.action, new URLSearchParams(form.fields));
    },
    async watch(job) {
      const until = performance.now() + watchMs;
      let page = job;
      while (page.refreshes && performance.now() < until) {
        await pause(300);
        page = { ...(await look(job.location ?? surpriseMe)), location: job.location };
      }
      return page;
    },
    choosePackage: () => send("/buy-coins/pay", new URLSearchParams({ package: "starter" })),
  };
}
