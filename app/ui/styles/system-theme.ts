/**
 * A sheet whose dark theme stands in a media query instead of light-dark(): the light values, which are written first
 * anyway, for browsers without it, are then not written twice. For pages that carry their styles inside their HTML.
 * @throws when the sheet's tokens are not written as app/ui/styles/tokens.css writes them.
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

/** Colours in hexadecimal, as srgb-colours.ts writes them. */
const pair = /light-dark\([^,()]*,\s*([^()]*)\)/g;
