import { Client, type QueryArrayResult } from "pg";

/** The first column of every row that these statements answer, in order; on a connection of their own. */
export async function asked(url: string, text: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Several statements at once are answered by several results, which pg's types do not know of.
    const answered = (await client.query({ text, rowMode: "array" })) as QueryArrayResult | QueryArrayResult[];
    return [answered].flat().flatMap(({ rows }) => rows.map(([first]) => String(first ?? "")));
  } finally {
    await client.end();
  }
}

export function tapVerdict(output: readonly string[]): string[] {
  const lines = output.flatMap((each) => each.split("\n")).filter((line) => /^(ok|not ok|#|\d+\.\.\d+)/.test(line));
  const planned = Number(lines.find((line) => /^1\.\.\d+$/.test(line))?.slice(3) ?? 0);
  const passed = lines.filter((line) => line.startsWith("ok ")).length;
  if (planned > 0 && passed === planned && !lines.some((line) => /^(not ok|# Looks like)/.test(line))) return [];
  return [...lines.filter((line) => !line.startsWith("ok ")), `${passed} of ${planned} planned tests passed`];
}
