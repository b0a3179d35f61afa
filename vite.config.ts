import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { visualizer } from "rollup-plugin-visualizer";
import { defineConfig } from "vite";
import { enhancementScripts } from "./build-steps/enhancement-scripts.ts";
import { serviceWorkerBuild } from "./build-steps/service-worker-build.ts";
import { styleVisitor } from "./build-steps/style-visitor.ts";

/** Features.LightDark of lightningcss. No sheet calls light-dark(), but `color-scheme` alone triggers its emulation. */
const lightDark = 1 << 20;

/** The oldest browsers of docs/product/decisions.md. lightningcss lowers the CSS of Tailwind and our sheets to them. */
const oldestBrowsers = { chrome: 80 << 16, safari: 14 << 16, firefox: 78 << 16 };

/**
 * The files of the signed-in pages. Each costs 0.4 kB of headers and a place in the download queue, so small parts that
 * load together share a file. Code that does not change between deploys has its own file, which stays cached.
 */
const files = [
  { name: "packages", test: /node_modules|rolldown\/runtime/ },
  {
    name: "shared",
    test: /app\/((brand|inline-scripts)\.ts|ui\/(?!compare)|server\/http\/|tools\/(wizard\/steps|tool|tool-list|recipe)\.ts|photos\/(upload\/(photo-p|limits)|photo-p)|pwa\/offline-forms)/,
    minShareCount: 2,
  },
  {
    // The first screen of every tool. Batches and cropping share parts of it.
    name: "tool",
    test: /app\/(tools\/([^/]+\.tsx?$|art-style\/art-styles\.ts|(wizard\/(?!step-screen|signed-out|upload-chosen)|drafts\/use-shared|runs\/run-)|presets\/preset-run)|pwa\/share-address|photos\/file-name)|vite\/preload-helper/,
    minShareCount: 2,
  },
  // The steps from the choice of one or several photos to their draft.
  { name: "upload", test: /app\/(tools\/wizard\/upload-chosen|photos\/upload\/(shrink|deliver)-)/ },
  {
    // Shared by the pages that follow running transformations.
    name: "progress",
    test: /transformations\/(live-progress|progress)|pwa\/use-stored|gallery\/item-parts/,
    minShareCount: 2,
  },
  {
    name: "one-result",
    test: /transformations\/(delete-|ending\/credit-back)|gallery\/rename\/rename-problems|ui\/compare/,
    minShareCount: 2,
  },
  {
    // Shared by results, their failures and the list of shares.
    name: "result-parts",
    test: /app\/(tools\/runs\/failure-|transformations\/ending\/failures|sharing\/share-controls)/,
    minShareCount: 2,
  },
  {
    name: "settings",
    test: /app\/(account\/(settings\/|forms\/form-(answer|errors))|gems\/receipts\/receipt\.ts)/,
    minShareCount: 2,
  },
];

/**
 * Vite wraps every lazy import in a function that preloads its files, 0.5 kB on every page. With `modulePreload` off
 * there are no files to preload, so imports remain as written.
 */
const plainImports = {
  name: "photogem:plain-imports",
  enforce: "pre",
  apply: "build",
  load: (id: string) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined,
} as const;

/**
 * React Router's `exports` name only its development build, which differs by this line: its warnings are for
 * developers.
 */
const withoutRouterWarnings = {
  name: "photogem:without-router-warnings",
  apply: "build",
  transform: (code: string, id: string) =>
    id.includes("/react-router/dist/development/")
      ? code.replace("var ENABLE_DEV_WARNINGS = true;", "var ENABLE_DEV_WARNINGS = false;")
      : undefined,
} as const;

const isClient = ({ name }: { name: string }) => name === "client";

export default defineConfig(async ({ command, mode }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    plainImports,
    { ...withoutRouterWarnings, applyToEnvironment: isClient },
    serviceWorkerBuild(),
    // `react-router build --mode treemap`: build/treemap.html shows what each file consists of.
    ...(mode === "treemap"
      ? [{ ...visualizer({ filename: "build/treemap.html", brotliSize: true }), applyToEnvironment: isClient }]
      : []),
  ],
  define: {
    __ENHANCEMENT_URL__: JSON.stringify(
      command === "build"
        ? `/assets/${(await enhancementScripts()).enhance.fileName}`
        : "/app/pwa/enhancement/enhance.ts",
    ),
    // In development Vite defines these in the script modules; built scripts get them from their own build.
    __AFTER_LOAD_URL__: JSON.stringify("/app/pwa/enhancement/after-load.ts"),
    __OFFLINE_PAGE_URL__: JSON.stringify("/app/pwa/enhancement/offline-page.ts"),
    __AFTER_LOAD_MEMBER_URL__: JSON.stringify("/app/pwa/enhancement/after-load-member.ts"),
    __SEND_TRYOUT_URL__: JSON.stringify("/app/pwa/enhancement/send-tryout.ts"),
    __CAROUSEL_URL__: JSON.stringify("/app/pwa/enhancement/carousel.ts"),
    __UPDATE_BANNER_URL__: JSON.stringify("/app/pwa/banners/update-banner.ts"),
  },
  css: {
    transformer: "lightningcss" as const,
    lightningcss: {
      targets: oldestBrowsers,
      exclude: lightDark,
      visitor: styleVisitor,
    },
  },
  build: { target: "es2022", cssTarget: ["chrome80", "safari14", "firefox78"], assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        // Lazy imports need only files that are already loaded. React Router preloads the files of routes.
        modulePreload: false,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: files },
          },
        },
      },
    },
  },
  // Kysely has hundreds of files, and routes need one: bundled, a start reads only that one.
  ssr: { noExternal: ["remix-utils", "kysely"] },
}));
