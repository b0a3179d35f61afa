import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { expect, test } from "./product.ts";

const folder = join(import.meta.dirname, "aria-snapshots");

/** The snapshot under `# name` in one of the files, and its position. */
async function findSnapshot(name: string) {
  for (const file of (await readdir(folder)).map((each) => join(folder, each))) {
    const text = await readFile(file, "utf8");
    const heading = `# ${name}\n`;
    const at = text.startsWith(heading) ? 0 : text.indexOf(`\n${heading}`) + 1;
    if (at === 0 && !text.startsWith(heading)) continue;
    const start = at + heading.length;
    const next = text.indexOf("\n# ", start);
    return { file, text, start, end: next < 0 ? text.length : next + 1 };
  }
  throw new Error(`no file in ${folder} has a snapshot "# ${name}"`);
}

/**
 * Compares the names and structure of a part of a page with its snapshot in aria-snapshots/. To write the snapshots,
 * run `playwright test aria-snapshots --workers=1 --update-snapshots=all`; a new one begins as an empty `# name`.
 */
export async function expectStructure(part: Locator, name: string) {
  const { file, text, start, end } = await findSnapshot(name);
  await part.waitFor();
  await part.page().waitForFunction(isDrawn);
  if (test.info().config.updateSnapshots === "all") {
    await part.page().evaluate(steady, changing);
    await writeFile(file, `${text.slice(0, start)}${(await part.ariaSnapshot()).trimEnd()}\n${text.slice(end)}`);
    return;
  }
  const committed = text.slice(start, end);
  const isHosted = process.env["HOSTED"] === "1";
  await expect(async () => {
    await part.page().evaluate(steady, changing);
    if (isHosted) await part.page().evaluate(withoutNotice);
    await expect(part).toMatchAriaSnapshot(isHosted ? asHosted(committed) : committed, { timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

const asHosted = (snapshot: string) =>
  snapshot
    .split("\n")
    .filter(
      (line) =>
        !/[Tt]he built-in engine|A described place is not|(clothes|pose) stays? as in|Framing, perspective and light|mailbox here|Its mailbox holds|the mailbox"|url: \/mailbox/.test(
          line,
        ),
    )
    .join("\n")
    .replace('"New outfits for your portrait: coming soon."', "Formal, casual, business, evening or sport.")
    .replace("Choose how close the camera is, and how it looks.", "Choose how you stand and where the camera is.")
    .replace("an account you agree", "an account you confirm that you are 18 or older, and agree")
    .replace(
      /paragraph: (You need an account.*) If you are not yet old enough.*/,
      'paragraph: "$1 You must be 18 or older: the AI that makes your pictures is not offered to younger people."',
    )
    .replace(
      "We could not find the subject in this photo. Draw a box around it and try again.",
      "We could not use this photo. Please try another one.",
    )
    .replace(
      "made by AI on our own server. We send your photo to no one else for that.",
      "made by an AI of Google, which is sent your photo and keeps it for at most 55 days.",
    );

const withoutNotice = () => {
  for (const paragraph of document.querySelectorAll("p")) {
    if (paragraph.textContent?.startsWith("To make the picture, your photo is sent to"))
      paragraph.setAttribute("aria-hidden", "true");
  }
};

/** True once React has hydrated the page, which would undo steadied text, and for a page without React. */
export const isDrawn = () =>
  !("__reactRouterContext" in window) ||
  Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__reactFiber"));

const changing: [string, string][] = [
  ["[\\w.]+@example\\.com", "ada@example.com"],
  ["http://localhost:\\d+", "http://localhost"],
  ["[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "an-id"],
  ["[0-9a-f]{32,}", "a-token"],
  ["[0-9a-f]{15}_", "an-access-code-"],
  ["\\d{13}-(starter|popular|pro)", "a-reference-$1"],
  ["(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d+, \\d{4}, \\d+:\\d\\d\\s[AP]M", "Jan 1, 2026, 9:00 AM"],
  [
    "(Today|Yesterday|\\d+ (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)( \\d{4})?), \\d\\d:\\d\\d\\b",
    "1 Jan, 09:00",
  ],
  ["^\\d\\d:\\d\\d$", "09:00"],
  ["(Just now|\\d+ (minute|hour|day)s? ago)", "Just now"],
  ["\\d\\d:\\d\\d:\\d\\d", "09:00:00"],
  ["^Started .+ ago$", "Started just now"],
  ["-\\d{13}-[0-9a-f]{4}\\b", "-at-a-time"],
  ["token_hash=[\\w-]{20,}", "token_hash=a-hash"],
];

function steady(pairs: [string, string][]) {
  const settle = (text: string) =>
    pairs.reduce((settled, [pattern, calm]) => settled.replace(new RegExp(pattern, "g"), calm), text);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const settled = settle(text.nodeValue ?? "");
    if (settled !== text.nodeValue) text.nodeValue = settled;
  }
  for (const element of document.querySelectorAll("body *")) {
    for (const { name, value } of element.attributes) {
      if (/^(href|aria-label|alt|title)$/.test(name) && settle(value) !== value)
        element.setAttribute(name, settle(value));
    }
    if (element instanceof HTMLInputElement && element.type === "url" && settle(element.value) !== element.value) {
      element.value = settle(element.value);
    }
  }
}
