import { expect, type Response } from "@playwright/test";
import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // A list of steps has a name, which ARIA allows for the role `list`.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
});

/** The HTML as served, before scripts change it. */
export async function expectValidHtml(response: Response | null) {
  const html = (await response?.text()) ?? "";
  const { results } = await validator.validateString(html);
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  // The validator does not know that widths in `srcset` need `sizes`.
  const unsized = [...html.matchAll(/<(?:img|source)\b[^>]*\bsrcset="[^"]*\s\d+w\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bsizes=/i.test(tag));
  // Lynx does not send such a form.
  const withoutField = [...html.matchAll(/<form\b[^>]*\bmethod="post"[\s\S]*?<\/form>/gi)]
    .map(([form]) => form)
    .filter((form) => !/\bname="/i.test(form));
  expect([...found, ...unsized, ...withoutField], response?.url()).toEqual([]);
}
