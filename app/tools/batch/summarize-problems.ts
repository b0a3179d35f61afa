/** A message goes into the flash cookie, of which browsers keep 4096 bytes; in it, three bytes become four. */
const mostBytes = 2400;
const mostProblems = 5;

/** What was wrong, as one message short enough for the next page; null for nothing. */
export function summarizeProblems(problems: readonly string[]): string | null {
  const told: string[] = [];
  for (const problem of problems.slice(0, mostProblems)) {
    if (new TextEncoder().encode([...told, problem].join(" ")).byteLength > mostBytes) break;
    told.push(problem);
  }
  const more = problems.length - told.length;
  if (!more) return told.join(" ") || null;
  return told.length ? `${told.join(" ")} And ${more} more.` : "Not every photo could be kept.";
}
