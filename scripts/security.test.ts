import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("every file that is to show a requirement of security exists", () => {
  const text = readFileSync(join(root, "docs/security.md"), "utf8");
  const files = [...text.matchAll(/`((?:app|tests|scripts)\/[\w./-]*)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("every row says where it is met and what shows it", () => {
  const rows = readFileSync(join(root, "docs/security.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const incomplete = rows.filter((row) =>
    row
      .split("|")
      .slice(1, -1)
      .some((cell) => cell.trim() === ""),
  );
  expect(incomplete).toEqual([]);
});
