import theme from "../styles/theme.css?raw";

const colours = (css = "") => [...css.matchAll(/(--color-[\w-]+): [^;]+;/g)];

const dark = colours(/prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(theme)?.[1]);
export const colourNames = dark.map(([, name = ""]) => name);
const light = colours(theme).filter(([, name = ""], at, all) => all.findIndex(([, other]) => other === name) === at);

/** Lets `data-theme` choose a theme for a part of the page; the product follows the system alone. */
export function forceThemes() {
  const sheet = new CSSStyleSheet();
  for (const [name, tokens] of Object.entries({ light, dark })) {
    sheet.insertRule(`[data-theme=${name}]{color-scheme:${name};${tokens.map(([token]) => token).join("")}}`);
  }
  document.adoptedStyleSheets.push(sheet);
}
