import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

const dockerfile = readFileSync("Dockerfile", "utf8");
const ignored = readFileSync(".dockerignore", "utf8").split("\n");
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
const packages = (/AS hosted-dependencies\nRUN rm -rf (.+)\n/.exec(dockerfile)?.[1] ?? "")
  .split(" ")
  .map((path) => path.replace("node_modules/", ""));
const [, parent = "", names = ""] = /AS hosted-build\nRUN cd (\S+) && rm -rf (.+)\n/.exec(dockerfile) ?? [];
const folders = names.split(" ").map((name) => `${parent}/${name}`);
const sources = globSync("app/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\/fake-/.test(file));

describe("the Dockerfile", () => {
  test("copies only existing files", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
      paths === "." ? [] : paths.split(" "),
    );
    expect(copied.length).toBeGreaterThan(3);
    for (const path of copied) expect([path, globSync(path).length > 0]).toEqual([path, true]);
    for (const path of copied) expect(ignored).not.toContain(path);
  });

  test("copies only folders from the build stages that the repository or the build has", () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=[\w-]*build \/app\/(\S+) /gm)].map(([, path = ""]) => path);
    expect(copied.length).toBeGreaterThan(3);
    for (const path of copied) expect([path, path === "build" || existsSync(path)]).toEqual([path, true]);
  });

  test("removes exactly the packages from the hosted image that only its removed folders use", () => {
    const users = new Map(Object.keys(dependencies).map((name) => [name, [] as string[]]));
    for (const file of sources) {
      for (const name of imports(file)) {
        const used = [...users.keys()].find((dependency) => name === dependency || name.startsWith(`${dependency}/`));
        if (used) users.get(used)?.push(file);
      }
    }
    const embedded = [...users].filter(([, files]) => files.length && files.every(isLeftOut)).map(([name]) => name);
    expect(packages.toSorted()).toEqual(embedded.toSorted());
    for (const folder of folders) expect([folder, existsSync(folder)]).toEqual([folder, true]);
  });

  test("removes nothing from the hosted image that the remaining files import statically", () => {
    const reaching = sources
      .filter((file) => !isLeftOut(file))
      .flatMap((file) =>
        imports(file, /^import (?!type\b)[\s\S]*?from "([^"]+)"/gm)
          .filter((name) => name.startsWith(".") && isLeftOut(normalize(join(dirname(file), name))))
          .map((name) => `${file} → ${name}`),
      );
    expect(reaching).toEqual([]);
  });
});

const isLeftOut = (file: string) => folders.some((folder) => file.startsWith(`${folder}/`));

function imports(file: string, pattern = /(?:from|import)\s*\(?"([^"]+)"/g): string[] {
  return [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name = ""]) => name);
}
