import type { Exchange } from "./raw-exchange.ts";

/** Words about internals that no answer needs and an attacker could use. */
const internal = [
  /\n\s+at .{1,200}:\d+:\d+/,
  /node:internal|node_modules|\/app\/[\w-]+\/|file:\/\/\S+\.[jt]sx?\b/,
  /\b(?:Type|Reference|Syntax|Range|Zod|Assertion)Error\b/,
  /\bSQLSTATE\b|\bpglite\b|\bkysely\b|relation "|violates |invalid input syntax|invalid byte sequence/i,
  /\b(?:ECONN\w+|ENOENT|EACCES|EPIPE|EMFILE)\b/,
  /Cannot read propert|is not a function|is not iterable|undefined \(reading/,
];

export function judgeAnswer(answer: Exchange, mayBeClosed: boolean): string | null {
  if (answer.kind === "silent") return "no answer in time";
  if (answer.kind === "closed") return mayBeClosed ? null : "closed without an answer";
  if (answer.status >= 500) return `answered ${answer.status}`;
  const word = internal.map((pattern) => pattern.exec(answer.body)?.[0]).find(Boolean);
  return word ? `answered ${answer.status} with ${JSON.stringify(word.slice(0, 120))}` : null;
}
