/** Removes unused design tokens from inlined sheets. `later`: sheets that scripts add. */
export function withoutUnusedTokens(css: string, ...later: string[]): string {
  let remaining = css;
  for (;;) {
    const used = new Set(
      [remaining, ...later].flatMap((sheet) => [...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)),
    );
    const fewer = remaining.replaceAll(declaration, (whole, name: string) => (used.has(name) ? whole : ""));
    // A removed token may have been another's last user.
    if (fewer === remaining) return remaining;
    remaining = fewer;
  }
}

/** A custom property; none contains `;` or a brace. */
const declaration = /(?<=[\s{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g;
