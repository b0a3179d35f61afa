/**
 * A sheet without the design tokens that nothing in it uses: pages that carry their styles inside their HTML pay for
 * each. `later` are sheets that scripts add to such a page, so that what they use stays.
 */
export function withoutUnusedTokens(css: string, ...later: string[]): string {
  let kept = css;
  for (;;) {
    const used = new Set(
      [kept, ...later].flatMap((sheet) => [...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)),
    );
    const fewer = kept.replaceAll(declaration, (whole, name: string) => (used.has(name) ? whole : ""));
    // A token may have been used by one that has just gone.
    if (fewer === kept) return kept;
    kept = fewer;
  }
}

/** A custom property being set; none of ours holds a `;` or a brace. */
const declaration = /(?<=[\s{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g;
