import { readFile } from "node:fs/promises";

/** The roles, auth schema and identity tables that Supabase brings and a bare PostgreSQL lacks. */
export async function bootstrapSql(): Promise<string> {
  const files = ["bootstrap.sql", "../identity/identity-tables.sql"];
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url), "utf8")));
  return texts.join("\n");
}
