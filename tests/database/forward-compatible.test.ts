import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrationsFolder } from "../../app/server/database/migrate.server.ts";

/** The newest migration of the first release; no process of an older version can be running beside those up to it. */
const firstRelease = "20261121001500";

const breaking = [
  /\bdrop\s+(table|column|function|schema|type|view)\b/i,
  /\brename\s+(to|column|constraint)\b/i,
  /\balter\s+column\s+\w+\s+(type|set\s+not\s+null)\b/i,
  /\badd\s+(column\s+)?(if\s+not\s+exists\s+)?\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\b(default|generated)\b)(?<!\bdefault\b[^,;]*)/i,
];

/** Migrations that do so on purpose: by file name, with why nothing that runs still needs it. */
const harmless: Readonly<Record<string, string>> = {};

const breaks = (text: string) => breaking.some((pattern) => pattern.test(text.replace(/--.*$/gm, "")));

test("removes nothing in any migration that the previous version uses", async () => {
  const since = (await readdir(migrationsFolder)).filter((file) => file.slice(0, firstRelease.length) > firstRelease);
  const texts = await Promise.all(since.map((file) => readFile(join(migrationsFolder, file), "utf8")));
  expect(since.filter((file, index) => breaks(texts[index] ?? "") && !(file in harmless))).toEqual([]);
});

test.each([
  "alter table public.photos drop column width",
  "drop function public.photos_before(uuid)",
  "alter table public.photos rename column width to wide",
  "alter table public.photos alter column width set not null",
  "alter table public.photos add column colour text not null",
])("detects %s", (statement) => {
  expect(breaks(`${statement};`)).toBe(true);
});

test.each([
  "alter table public.photos add column colour text not null default 'red'",
  "alter table public.photos add column colour text default 'red' not null",
  "alter table public.photos add column colour text",
  "create table public.moods (id uuid primary key, name text not null)",
  "-- drop table public.photos",
])("accepts %s", (statement) => {
  expect(breaks(`${statement};`)).toBe(false);
});
