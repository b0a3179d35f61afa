import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const { forbidden = [], options } = await extractDepcruiseConfig(join(root, ".dependency-cruiser.cjs"));

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "boundaries-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The rules of .dependency-cruiser.cjs that a tree of files breaks. */
async function brokenRules(tree: Tree): Promise<string[]> {
  const baseDir = mkdtempSync(join(folder, "tree-"));
  symlinkSync(join(root, "node_modules"), join(baseDir, "node_modules"));
  for (const [path, source] of Object.entries(tree)) {
    mkdirSync(dirname(join(baseDir, path)), { recursive: true });
    writeFileSync(join(baseDir, path), source);
  }
  const { output } = await cruise(
    ["app"],
    { ...options, baseDir, validate: true, ruleSet: { forbidden } },
    options?.enhancedResolveOptions,
  );
  const { violations } = (output as ICruiseResult).summary;
  return violations.map((violation) => violation.rule.name);
}

describe("dependency rules report violations", () => {
  test.each(violatingTrees)("$rule: $crossing", async ({ rule, tree }) => {
    expect([...new Set(await brokenRules(tree))]).toEqual([rule]);
  });

  test("includes a violating tree for every rule", () => {
    const rules = forbidden.map((rule) => rule.name ?? "");
    expect([...new Set(violatingTrees.map(({ rule }) => rule))].sort()).toEqual(rules.sort());
  });
});

describe("dependency rules accept the architecture", () => {
  test.each(allowedTrees)("$allowed", async ({ tree }) => {
    expect(await brokenRules(tree)).toEqual([]);
  });
});

/** Source texts by path. */
export type Tree = Record<string, string>;

const thing = "export const thing = 1;\n";
const use = (path: string) => `import { thing } from "${path}";\nexport const used = thing;\n`;
const useType = (path: string) => `import type { thing } from "${path}";\nexport type Used = typeof thing;\n`;
/** A violation between two folders: `from` imports a file of `to`. */
const between = (from: string, to: string, rule = `${from.replace("/", "-")}-knows-its-neighbours-only`) => ({
  rule,
  crossing: `${from} imports ${to}`,
  tree: {
    [`app/${from}/page.ts`]: use(`${from.replace(/[^/]+/g, "..")}/${to}/thing.ts`),
    [`app/${to}/thing.ts`]: thing,
  },
});

/** For each rule of .dependency-cruiser.cjs, small trees that break only this rule. */
export const violatingTrees: { rule: string; crossing: string; tree: Tree }[] = [
  {
    rule: "no-cycles",
    crossing: "three files that need each other",
    tree: {
      "app/gems/a.ts": `import { b } from "./b.ts";\nexport const a = () => b;\n`,
      "app/gems/b.ts": `import { c } from "./c.ts";\nexport const b = () => c;\n`,
      "app/gems/c.ts": `import { a } from "./a.ts";\nexport const c = () => a;\n`,
    },
  },
  {
    rule: "adapters-behind-services",
    crossing: "a use case picks its adapter",
    tree: {
      "app/photos/keep.server.ts": use("../adapters/embedded/thing.ts"),
      "app/adapters/embedded/thing.ts": thing,
    },
  },
  {
    rule: "adapters-behind-services",
    crossing: "a use case imports an adapter's type",
    tree: {
      "app/photos/keep.server.ts": useType("../adapters/embedded/thing.ts"),
      "app/adapters/embedded/thing.ts": thing,
    },
  },
  {
    rule: "vendor-sdks-only-in-adapters",
    crossing: "a use case uses an SDK that is installed",
    tree: {
      "app/photos/keep.server.ts": `import { createClient } from "@supabase/supabase-js";\nexport const c = createClient;\n`,
    },
  },
  {
    rule: "vendor-sdks-only-in-adapters",
    crossing: "a use case uses an SDK that is not installed",
    tree: { "app/photos/keep.server.ts": `import { v2 } from "cloudinary";\nexport const c = v2;\n` },
  },
  {
    rule: "vendor-sdks-only-in-adapters",
    crossing: "a use case loads an SDK on demand",
    tree: { "app/account/tell.server.ts": `export const mailer = () => import("nodemailer");\n` },
  },
  {
    rule: "adapters-know-ports-only",
    crossing: "an adapter starts a use case",
    tree: {
      "app/adapters/embedded/thing.server.ts": use("../../photos/keep.server.ts"),
      "app/photos/keep.server.ts": thing,
    },
  },
  {
    rule: "routes-are-leaves",
    crossing: "a component imports a route",
    tree: { "app/gallery/list.tsx": use("./gallery.route.tsx"), "app/gallery/gallery.route.tsx": thing },
  },
  {
    rule: "routes-are-leaves",
    crossing: "a route imports another for its types",
    tree: { "app/gallery/item.route.ts": useType("./gallery.route.tsx"), "app/gallery/gallery.route.tsx": thing },
  },
  {
    rule: "ui-knows-no-product",
    crossing: "a part of ui/ knows gems",
    tree: { "app/ui/badge.tsx": use("../gems/thing.ts"), "app/gems/thing.ts": thing },
  },
  {
    rule: "use-cases-know-no-router",
    crossing: "a use case redirects",
    tree: {
      "app/gems/buy.server.ts": `import { redirect } from "react-router";\nexport const go = () => redirect("/");\n`,
    },
  },
  {
    rule: "client-never-imports-server",
    crossing: "a component calls a use case",
    tree: { "app/gems/badge.tsx": use("./buy.server.ts"), "app/gems/buy.server.ts": thing },
  },
  {
    rule: "config-has-one-reader-per-process",
    crossing: "a use case reads the configuration",
    tree: { "app/gems/buy.server.ts": use("../config.server.ts"), "app/config.server.ts": thing },
  },
  {
    rule: "darkroom-is-pure",
    crossing: "the image engine reads a photo's row",
    tree: { "app/darkroom/work.ts": use("../photos/own-photo.ts"), "app/photos/own-photo.ts": thing },
  },
  between("account", "gems"),
  between("account/settings", "gallery"),
  between("account", "account/settings", "account-settings-stands-above-account"),
  between("gems", "photos"),
  between("gems", "transformations"),
  between("photos", "transformations"),
  between("transformations", "tools"),
  between("sharing", "transformations"),
  between("tools", "gallery"),
  between("gallery", "account/settings"),
  between("gallery", "gallery/dashboard", "gallery-dashboard-stands-above-gallery"),
  between("pwa", "tools"),
  between("marketing", "gallery"),
];

export const allowedTrees: { allowed: string; tree: Tree }[] = [
  {
    allowed: "services.server.ts builds an adapter, which serves a feature's port and uses an SDK",
    tree: {
      "app/services.server.ts": use("./adapters/hosted/host.server.ts"),
      "app/adapters/hosted/host.server.ts": `import { createClient } from "@supabase/supabase-js";
export const thing: Port | typeof createClient = createClient;\n`,
      "app/photos/host.ts": "export interface Port { put(): void }\n",
    },
  },
  {
    allowed: "the migration command opens the database it migrates",
    tree: {
      "app/server/database/migrate.ts": use("../adapters/hosted/database.server.ts"),
      "app/adapters/hosted/database.server.ts": thing,
    },
  },
  {
    allowed: "a route of tools asks transformations, gems, photos and account",
    tree: {
      "app/tools/tool.route.tsx": ["transformations", "gems", "photos", "account"]
        .map(
          (feature) =>
            `import { thing as ${feature} } from "../${feature}/thing.server.ts";\nexport const from_${feature} = ${feature};\n`,
        )
        .join(""),
      "app/transformations/thing.server.ts": thing,
      "app/gems/thing.server.ts": thing,
      "app/photos/thing.server.ts": thing,
      "app/account/thing.server.ts": thing,
    },
  },
  {
    allowed: "a component uses a server module's type",
    tree: { "app/gallery/list.tsx": useType("./read.server.ts"), "app/gallery/read.server.ts": thing },
  },
  {
    allowed: "two files whose types refer to each other",
    tree: {
      "app/gems/a.ts": `import type { B } from "./b.ts";\nexport interface A { b: B }\nexport const a = 1;\n`,
      "app/gems/b.ts": `import { a } from "./a.ts";\nexport interface B { a: typeof a }\n`,
    },
  },
  {
    allowed: "a test beside an adapter's port tries the adapter",
    tree: { "app/photos/keep.test.ts": use("../adapters/embedded/thing.ts"), "app/adapters/embedded/thing.ts": thing },
  },
];
