import { expect } from "@playwright/test";
import type { Window } from "./window.ts";

/** One action of a person, repeated on the page until it succeeds. */
export type Act =
  | { open: string }
  | { fill: string; with: string }
  | { press: string }
  /** A choice that continues: by itself with scripts, by the button without. */
  | { choose: string; until: string }
  | { photo: string }
  | { see: string }
  /** An expression that becomes true. */
  | { wait: string };

/** Runs in the page; plain syntax, because Chromium 80 reads it. */
const inPage = `
  const shown = (each) => each.getClientRects().length > 0 && getComputedStyle(each).visibility !== "hidden";
  const text = (each) => (each.getAttribute("aria-label") || each.textContent).replace(/\\s+/g, " ").trim();
  const find = (selector, start) =>
    [...document.querySelectorAll(selector)].find((each) => shown(each) && text(each).startsWith(start));
  const click = (each) => (each ? (each.click(), true) : false);
  const field = (name) => {
    const label = find("label", name);
    return label && (label.control || label.querySelector("input, textarea"));
  };
  const fill = (input, value) => {
    if (!input) return false;
    const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype.prototype, "value").set.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  };
`;

const inspect = <T>(window: Window, body: string) => window.evaluate<T>(`(() => { ${inPage} ${body} })()`);

/** With scripts the chosen photo is sent at once; without, a single click on the button sends it. */
const upload = `
  if (location.search.includes("draft=")) return true;
  const plain = find("button", "Upload");
  if (plain && !plain.title && document.querySelector("input[type=file]").files.length) {
    plain.title = "clicked";
    click(plain);
  }
  return false;
`;

const bodies = {
  fill: (act: { fill: string; with: string }) =>
    `return fill(field(${JSON.stringify(act.fill)}), ${JSON.stringify(act.with)})`,
  press: (act: { press: string }) =>
    `const start = ${JSON.stringify(act.press)};
    return click(find("dialog[open] button", start) || find("main button, main a, main summary", start))`,
  choose: (act: { choose: string; until: string }) => `
    if (document.body.innerText.includes(${JSON.stringify(act.until)})) return true;
    const input = field(${JSON.stringify(act.choose)});
    if (input && !input.checked) input.click();
    if (input && !document.documentElement.classList.contains("js")) click(find("main button", "Continue"));
    return false;`,
  wait: (act: { wait: string }) => `return ${act.wait}`,
  see: (act: { see: string }) =>
    `return document.body.innerText.replace(/\\s+/g, " ").includes(${JSON.stringify(act.see)})`,
};

/** Repeats the command, because the page may change while it runs. */
async function until(window: Window, body: string, because: string, timeout: number) {
  let last: unknown;
  const done = async () => {
    try {
      return await inspect<boolean>(window, body);
    } catch (error) {
      last = error;
      return false;
    }
  };
  try {
    await expect.poll(done, { timeout, intervals: [100, 200, 400] }).toBe(true);
  } catch {
    const seen = await window.evaluate<string>("location.href + '\\n' + document.body.innerText").catch(String);
    throw new Error(`could not ${because} (${last ?? "no error"}) on ${seen.slice(0, 1_500)}`);
  }
}

export async function act(window: Window, origin: string, each: Act, timeout = 180_000) {
  const because = JSON.stringify(each);
  if ("open" in each) {
    const { href, pathname } = new URL(each.open, origin);
    await window.open(href);
    // The response to an earlier form may still replace the page.
    const arrived = `return location.pathname === ${JSON.stringify(pathname)} || (location.assign(${JSON.stringify(href)}), false)`;
    return until(window, arrived, because, timeout);
  }
  if ("photo" in each) {
    await until(window, 'return document.querySelector("input[type=file]") !== null', because, timeout);
    await window.chooseFile("input[type=file]", each.photo);
    return until(window, upload, because, timeout);
  }
  const [kind] = Object.keys(each) as [keyof typeof bodies];
  return until(window, (bodies[kind] as (act: Act) => string)(each), because, timeout);
}
