/** Bytes: a flash cookie holds 4096, and base64 makes four of three. */
const mostBytes = 2400;
const mostProblems = 5;

/** Joins messages, shortened for the flash cookie; null for none. */
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
