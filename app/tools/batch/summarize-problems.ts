/** Bytes: a flash cookie holds 4096, and base64 makes four of three. */
const mostBytes = 2400;
const mostProblems = 5;

/** Joins messages, shortened for the flash cookie; null for none. */
export function summarizeProblems(problems: readonly string[]): string | null {
  const sentences: string[] = [];
  for (const problem of problems.slice(0, mostProblems)) {
    if (new TextEncoder().encode([...sentences, problem].join(" ")).byteLength > mostBytes) break;
    sentences.push(problem);
  }
  const more = problems.length - sentences.length;
  if (!more) return sentences.join(" ") || null;
  return sentences.length ? `${sentences.join(" ")} And ${more} more.` : "Not every photo could be kept.";
}
