/**
 * Dependency rules between folders (README, "Folder map"). tests/boundaries breaks each one and expects a violation.
 * A rule's `from` and `to` are regular expressions over paths.
 */
const product = "(account|gems|photos|transformations|sharing|tools|gallery|pwa|marketing)";
const test = "\\.test(-child)?\\.tsx?$";
/** Matches the resolved path of a package's import, or its bare name when it is not installed. */
const npm = (...names) =>
  `^(\\.\\./)*(node_modules/)?(${names.join("|")})(/|$)|/node_modules/(${names.join("|")})(/|$)`;
/** Allows `feature` (without `besides`, which have their own rules) to import only `may` from other features. */
const only = (feature, may, besides = []) => ({
  name: `${feature.replace("/", "-")}-knows-its-neighbours-only`,
  comment: `Between features, ${feature} may import ${may.join(", ")}.`,
  severity: "error",
  from: { path: `^app/${feature}/`, pathNot: [test, ...besides.map((folder) => `^app/${folder}/`)] },
  to: { path: `^app/${product}/`, pathNot: [`^app/(${[feature.split("/")[0], ...may].join("|")})/`] },
});
/** Allows `part` to import the rest of its feature, and not the reverse. */
const above = (part, feature) => ({
  name: `${part.replace("/", "-")}-stands-above-${feature}`,
  comment: `${part} uses the rest of ${feature}, never the other way round.`,
  severity: "error",
  from: { path: `^app/${feature}/`, pathNot: [test, `^app/${part}/`] },
  to: { path: `^app/${part}/` },
});

/** Every feature may import the signed-in member, the page frame and offline forms. */
const frame = ["account(?!/settings)", "pwa"];

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Data flows one way: route, use case, port, adapter. Types alone may refer to each other.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "adapters-behind-services",
      comment: "Only services.server.ts chooses an adapter; migrate.ts opens the database it migrates.",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: `^app/services\\.server\\.ts$|^app/server/database/migrate\\.ts$|^app/adapters/|${test}`,
      },
      to: { path: "^app/adapters/" },
    },
    {
      name: "vendor-sdks-only-in-adapters",
      comment: "A vendor is swapped by changing one folder.",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/adapters/" },
      to: {
        path: npm("@supabase", "cloudinary", "@google", "nodemailer", "@electric-sql", "mmdb-lib", "@ip-location-db"),
      },
    },
    {
      name: "adapters-know-ports-only",
      comment: "An adapter serves a port; it starts no use case and answers no request.",
      severity: "error",
      from: { path: "^app/adapters/", pathNot: test },
      to: {
        path: "^app/(?!adapters/|server/(database|child-processes)/).*\\.server\\.ts$|\\.tsx$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "darkroom-is-pure",
      comment: "The image engine knows the tools' options and its own port, no server, adapter or page.",
      severity: "error",
      from: { path: "^app/darkroom/", pathNot: test },
      to: { path: "^app/(?!darkroom/|tools/|transformations/)|^app/.*\\.server\\.ts$|\\.tsx$" },
    },
    {
      name: "routes-are-leaves",
      comment: "Nothing imports a route: what two routes share is a component or a use case.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "\\.route\\.tsx?$" },
    },
    {
      name: "ui-knows-no-product",
      comment:
        "Components of ui/ could serve another product; the page that shows all parts and the error pages cannot.",
      severity: "error",
      from: { path: "^app/ui/", pathNot: "^app/ui/(parts|error-pages)/" },
      to: { path: `^app/(${product}|adapters|server)/|^app/(services|config)` },
    },
    {
      name: "use-cases-know-no-router",
      comment:
        "A use case takes values and answers values, never Request or redirect; a feature's cookie is no use case.",
      severity: "error",
      from: { path: "^app/(gems|photos|transformations|sharing)/.*\\.server\\.ts$", pathNot: "-cookie\\.server\\.ts$" },
      to: { path: npm("react-router", "@react-router", "react", "react-dom", "remix-utils") },
    },
    {
      name: "client-never-imports-server",
      comment: "What runs in the browser imports no server module, types aside.",
      severity: "error",
      from: {
        path: "^app/.*\\.tsx?$",
        pathNot: `\\.(server|route)\\.tsx?$|^app/(root|entry\\.server)\\.tsx$|^app/routes\\.ts$|^app/(server/database/migrate|transformations/running/worker|server/http/server)\\.ts$|${test}`,
      },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "config-has-one-reader-per-process",
      comment: "Parts are handed what they need; only what starts a process reads the configuration.",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: `^app/(services\\.server|server/http/serve\\.server|server/database/migrate|transformations/running/worker)\\.ts$|${test}`,
      },
      to: { path: "^app/config\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    only("account", ["pwa"], ["account/settings"]),
    only("account/settings", ["gems", "photos", "pwa"]),
    above("account/settings", "account"),
    only("gems", frame),
    only("photos", frame),
    only("transformations", ["gems", "photos", ...frame]),
    only("sharing", ["photos", ...frame]),
    only("tools", ["sharing", "transformations", "gems", "photos", ...frame]),
    only("gallery", ["tools", "transformations", "gems", "photos", ...frame]),
    above("gallery/dashboard", "gallery"),
    only("pwa", ["photos"]),
    only("marketing", ["tools", "transformations", "gems", "photos", ...frame]),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/\\+types/|^virtual:" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      conditionNames: ["import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
