/**
 * Replaces light-dark() by a media query, which avoids writing light values twice in inlined
 * sheets. @throws when tokens differ from the form in app/ui/styles/tokens.css.
 */
export function withSystemTheme(css: string): string {
  const [block, tokens] = lightDarkBlock.exec(css) ?? [];
  if (block === undefined || tokens === undefined) throw new Error("the sheet has no block of light-dark() tokens");
  const dark = tokens.replace(/\s*color-scheme:[^;]*;/, "").replaceAll(pair, "$1");
  return css
    .replace(block, `@media (prefers-color-scheme:dark){:root{${dark}}}`)
    .replace(/(?<=:root\s*\{\s*color-scheme:\s*light)(?=;)/, " dark");
}

const lightDarkBlock = /@supports \(color:\s*light-dark\([^{]*\{\s*:root\s*\{([^}]*)\}\s*\}/;

const pair = /light-dark\([^,()]*,\s*([^()]*)\)/g;
