/**
 * The house's rules (docs: README, "Folder map"). tests/boundaries breaks each of them once and expects to be caught.
 * A rule's `from` and `to` are regular expressions over paths.
 */
const product =
  "(account|gems|photos|done-notices|transformations|sharing|tools|presets|gallery|dashboard|settings|support|kept-forms|installable|welcome)";
const test = "\\.test(-child)?\\.tsx?$";
/** What a package's import resolves to, or its bare name where it is not installed. */
const npm = (...names) =>
  `^(\\.\\./)*(node_modules/)?(${names.join("|")})(/|$)|/node_modules/(${names.join("|")})(/|$)`;
const only = (feature, ...may) => ({
  name: `${feature}-knows-its-neighbours-only`,
  comment: `Between features, ${feature} may import ${may.length ? may.join(", ") : "none"}.`,
  severity: "error",
  from: { path: `^app/${feature}/`, pathNot: test },
  to: { path: `^app/${product}/`, pathNot: `^app/(${[feature, ...may].join("|")})/` },
});

/** Who the signed-in member is, the frame of a page around them, and keeping a form whose line broke: for any feature. */
const frame = ["account", "kept-forms"];

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
        pathNot: `^app/services\\.server\\.ts$|^app/database/migrate\\.ts$|^app/adapters/|${test}`,
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
        path: "^app/(?!adapters/|database/|child-processes/).*\\.server\\.ts$|\\.tsx$",
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
      comment: "Parts of ui/ could serve another product.",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: `^app/(${product}|adapters|database|http)/|^app/(services|config)` },
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
        pathNot: `\\.(server|route)\\.tsx?$|^app/(root|entry\\.server)\\.tsx$|^app/(services|routes)\\.ts$|^app/(database/migrate|transformations/worker|http/server)\\.ts$|${test}`,
      },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "config-has-one-reader-per-process",
      comment: "Parts are handed what they need; only what starts a process reads the configuration.",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: `^app/(services\\.server|http/serve\\.server|database/migrate|transformations/worker)\\.ts$|${test}`,
      },
      to: { path: "^app/config\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    only("account", "kept-forms"),
    only("kept-forms"),
    only("gems", ...frame),
    only("photos", ...frame),
    only("done-notices", ...frame),
    only("transformations", "done-notices", "gems", "photos", ...frame),
    only("sharing", "photos", ...frame),
    only("tools", "done-notices", "installable", "sharing", "transformations", "gems", "photos", ...frame),
    only("presets", "tools", "transformations", "gems", "photos", ...frame),
    only("gallery", "done-notices", "installable", "tools", "transformations", "gems", "photos", ...frame),
    only("dashboard", "done-notices", "installable", "gallery", "tools", "transformations", "gems", "photos", ...frame),
    only("settings", "gems", "photos", ...frame),
    only("support", "gems", "welcome", ...frame),
    only("installable", "photos", "kept-forms"),
    only("welcome", "tools", "transformations", "gems", "photos", ...frame),
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
