import type { LightningCSSOptions } from "vite";

interface Declarations {
  declarations?: { property: string; value: { name?: string } }[];
}
interface Rule {
  type: string;
  value: { rules: Rule[]; declarations?: Declarations };
}

/** Properties by which Tailwind's text utilities tell each other their values; ours do not combine that way. */
const unread = new Set(["--tw-leading", "--tw-tracking", "--tw-font-weight"]);

/**
 * Drops what the inlined sheets do not use: Tailwind's registered properties, their copy in a cascade layer, and dark
 * colours of tokens that the sheet does not have.
 */
function visitSheet() {
  let tokens: ReadonlySet<string | undefined> | undefined;
  const declarationsOf = ({ value }: Rule) => value.declarations?.declarations ?? [];
  return {
    Rule: {
      property: ({ value }: { value: { name: string } }) => (value.name.startsWith("--tw-") ? [] : undefined),
      "layer-block": () => [],
      style(rule: Rule) {
        // Tailwind writes the tokens first.
        tokens ??= new Set(declarationsOf(rule).map(({ value }) => value.name));
      },
      media(rule: Rule) {
        const [root] = rule.value.rules;
        if (!root?.value.declarations || !declarationsOf(root).some(({ value }) => value.name === "--color-bg")) return;
        root.value.declarations.declarations = declarationsOf(root).filter(({ value }) => tokens?.has(value.name));
        return rule;
      },
    },
    Declaration: {
      custom: ({ name }: { name: string }) => (unread.has(name) ? [] : undefined),
    },
  };
}

export const styleVisitor = visitSheet as unknown as LightningCSSOptions["visitor"];
