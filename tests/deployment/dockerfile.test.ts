import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { memorySettings } from "../../perf/servers/product.ts";

const dockerfile = readFileSync("Dockerfile", "utf8");
const ignored = readFileSync(".dockerignore", "utf8").split("\n");
const { dependencies, scripts } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
  "dependencies" | "scripts",
  Record<string, string>
>;
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

describe("the memory settings", () => {
  test("bounds V8's young generation and glibc's arenas in the image and returns freed memory", () => {
    expect(memorySettings).toEqual({
      NODE_OPTIONS: expect.stringMatching(/^--max-semi-space-size=\d+$/),
      MALLOC_ARENA_MAX: "2",
      MALLOC_TRIM_THRESHOLD_: "131072",
    });
  });

  test("bounds the young generation in npm's commands as in the image", () => {
    const flag = memorySettings["NODE_OPTIONS"];
    for (const name of ["start", "serve", "worker"]) expect(scripts[name]).toMatch(`node ${flag} `);
  });

  test("limits a full young generation to the bound on any machine", () => {
    const fill = `
      let kept = [];
      for (let index = 0; index < 3e6; index += 1) { kept.push({ index }); if (kept.length > 3e5) kept = []; }
      const space = require("node:v8").getHeapSpaceStatistics().find((one) => one.space_name === "new_space");
      console.log(space.space_size);`;
    const size = execFileSync(process.execPath, ["-e", fill], { env: memorySettings, encoding: "utf8" });
    // Two halves of 16 MiB.
    expect(Number(size)).toBeLessThanOrEqual(2 * 16 * 1024 * 1024 + 1024 * 1024);
  });
});

const isLeftOut = (file: string) => folders.some((folder) => file.startsWith(`${folder}/`));

function imports(file: string, pattern = /(?:from|import)\s*\(?"([^"]+)"/g): string[] {
  return [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name = ""]) => name);
}
