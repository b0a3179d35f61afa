import { setTimeout as pause } from "node:timers/promises";
import { type Account, newVisitor, type Visitor } from "./visitor.ts";
import { type Page, readPage } from "./page.ts";

/** A member on a phone without scripts: they see pages, send forms and follow where these lead. */
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
/** Longer than a job takes that is tried three times. */
const watchMs = 120_000;

/** `url`: the process they reach; `appUrl`: where the product's pages are, where that is somewhere else. */
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
    // The payment page is elsewhere.
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
