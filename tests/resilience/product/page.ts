export interface Page {
  status: number;
  /** Where it leads, when it is a redirect. */
  location: string | null;
  /** The headings and whatever is announced, in words. */
  text: string;
  forms: PageForm[];
  /** Whether it asks again by itself, as a page does whose work is not done. */
  refreshes: boolean;
}

export interface PageForm {
  action: string;
  fields: Record<string, string>;
  text: string;
}

export async function readPage(answer: Response): Promise<Page> {
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

/** The heading, the title of a result, alerts and toasts, and the sentence below the heading of a page that is a notice. */
function textIn(html: string): string {
  const page = html.replace(/<(script|style|svg)\b.*?<\/\1>/gs, "");
  const main = /<main\b.*?<\/main>/s.exec(page)?.[0] ?? page;
  const parts = [
    ...allOf(page, /<div[^>]*data-toast="[^"]*"[^>]*>.*?<\/p>/gs),
    ...allOf(page, /<(div|p)[^>]*role="alert"[^>]*>.*?<\/\1>/gs),
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
