import type { LightningCSSOptions } from "vite";

interface Declarations {
  declarations?: { property: string; value: { name?: string } }[];
}
interface Rule {
  type: string;
  value: { rules: Rule[]; declarations?: Declarations };
}

/** Properties through which Tailwind's text utilities share their values; our classes do not combine that way. */
const unread = new Set(["--tw-leading", "--tw-tracking", "--tw-font-weight"]);

type Token = { type: string; value?: { type?: string } };
interface Unparsed {
  property: string;
  value: { value: Token[] };
}

/** Chrome 80 lacks these shorthands; lightningcss splits only values without variables. Our text runs left to right. */
const sides: Record<string, readonly string[]> = {
  "padding-inline": ["padding-left", "padding-right"],
  "padding-block": ["padding-top", "padding-bottom"],
  "margin-inline": ["margin-left", "margin-right"],
  "margin-block": ["margin-top", "margin-bottom"],
  inset: ["top", "right", "bottom", "left"],
};

const isSpace = ({ type, value }: Token) => type === "token" && value?.type === "white-space";

/** lightningcss returns null fields but does not accept them. */
const withoutNulls = <T>(tree: T): T => JSON.parse(JSON.stringify(tree, (_, value) => value ?? undefined));

function valuesOf(tokens: Token[]): Token[][] {
  const space = tokens.findIndex(isSpace);
  return space < 0 ? [tokens] : [tokens.slice(0, space), ...valuesOf(tokens.slice(space + 1))];
}

/** Gives each side its own value, else that of the opposite side, else the first. */
const splitSides = Object.fromEntries(
  Object.entries(sides).map(([shorthand, names]) => [
    shorthand,
    ({ property, value: unparsed }: Unparsed) => {
      if (property !== "unparsed") return;
      const values = valuesOf(withoutNulls(unparsed.value));
      return names.map((name, index) => ({
        property,
        value: { propertyId: { property: name }, value: values[index] ?? values[index - 2] ?? values[0] },
      }));
    },
  ]),
);

interface Component {
  type: string;
  kind?: string;
  selectors?: Component[][];
}

/** Unwraps a single selector inside `:is()` or `:where()`: Chrome supports neither before 88. */
function plainSelector(selector: Component[]): Component[] {
  return selector.flatMap((component) => {
    const [inner, another] = component.selectors ?? [];
    const isAlone = component.kind === "where" || (component.kind === "is" && selector.length === 1);
    return inner && !another && isAlone ? plainSelector(inner) : [component];
  });
}

/**
 * Drops rules that the inlined sheets do not use: Tailwind's registered properties, their copy in a cascade layer, and
 * dark colours of tokens that the sheet lacks.
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
    Selector: plainSelector,
    Declaration: {
      ...splitSides,
      custom: ({ name }: { name: string }) => (unread.has(name) ? [] : undefined),
    },
  };
}

export const styleVisitor = visitSheet as unknown as LightningCSSOptions["visitor"];
