/** docs/product/specification.md, "Dashboard". */
const maxGraphemes = 12;

/** Counts grapheme clusters, so that no accent or emoji is cut in half. */
export function shortName(name: string): string {
  const characters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name)];
  const cut = characters[maxGraphemes];
  return cut ? `${name.slice(0, cut.index)}…` : name;
}
