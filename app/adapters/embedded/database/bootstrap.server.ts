import { readFile } from "node:fs/promises";

export async function bootstrapSql(): Promise<string> {
  const files = ["bootstrap.sql", "../identity/identity-tables.sql"];
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url), "utf8")));
  return texts.join("\n");
}
