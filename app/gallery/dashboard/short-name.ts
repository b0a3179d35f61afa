/** Characters of a name the dashboard shows (docs/product/specification.md, "Dashboard"). */
const shown = 12;

/**
 * A name cut to 12 characters plus an ellipsis. A character is what a reader takes for one (a grapheme cluster), so
 * that an accent or a family emoji is never cut in half.
 */
export function shortName(name: string): string {
  const characters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name)];
  const cut = characters[shown];
  return cut ? `${name.slice(0, cut.index)}…` : name;
}
