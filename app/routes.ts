import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** A tool's page, and what is posted beside it. */
function tool(path: string, name: string) {
  return [
    route(path, `tools/${name}/${name}.route.tsx`),
    route(`${path}/again`, "tools/again.route.ts", { id: `${path}/again` }),
    route(`${path}/cancel`, "tools/cancel.route.ts", { id: `${path}/cancel` }),
    route(`${path}/preset`, "tools/preset.route.ts", { id: `${path}/preset` }),
    route(`${path}/batch`, "tools/batch/choose-photos.route.tsx", { id: `${path}/batch` }),
  ];
}

/** Every URL of the product. Whatever stands inside `members-only` needs a signed-in member; the rest is public. */
export default [
  index("welcome/home.route.tsx"),
  route("mobile", "welcome/mobile.route.tsx"),
  route("terms", "welcome/terms.route.tsx"),
  route("privacy", "welcome/privacy.route.tsx"),
  route("robots.txt", "welcome/robots.route.ts"),
  route("sitemap.xml", "welcome/sitemap.route.ts"),
  route("support", "support/support.route.tsx"),
  route("offline", "installable/offline.route.tsx"),
  route("share-photo", "tools/share-photo.route.ts"),

  route("register", "account/sign-up.route.tsx"),
  route("login", "account/sign-in.route.tsx"),
  route("logout", "account/sign-out.route.ts"),
  route("social-login", "account/social-login.route.tsx"),
  route("verify-email", "account/verify-email.route.tsx"),
  route("auth/confirm", "account/confirm.route.tsx"),
  route("forgot-password", "account/forgot-password.route.tsx"),
  route("reset-password", "account/reset-password.route.tsx"),
  route("mailbox", "account/mailbox.route.tsx"),

  layout("account/members-only.route.tsx", [
    route("dashboard", "dashboard/dashboard.route.tsx"),
    route("gallery", "gallery/gallery.route.tsx"),
    route("gallery/:transformationId/delete", "gallery/delete.route.tsx"),
    route("gallery/:transformationId/rename", "gallery/rename.route.tsx"),
    route("gallery/:transformationId/give-back", "gallery/give-back.route.ts"),
    route("gallery/:transformationId/look", "tools/look.route.ts"),
    ...tool("transform", "portrait-studio"),
    route("transform/angle", "tools/angle.route.ts"),
    ...tool("pixel-art", "art-style"),
    ...tool("background-engine", "background-engine"),
    ...tool("surprise-me", "surprise-me"),
    route("adjust/:draftId", "tools/adjust/adjust.route.tsx"),
    route("presets", "presets/presets.route.tsx"),
    route("presets/new", "presets/new.route.tsx"),
    route("presets/:presetId/rename", "presets/rename.route.tsx"),
    route("presets/:presetId/delete", "presets/delete.route.tsx"),
    route("batches", "tools/batch/batches.route.tsx"),
    route("batches/:batchId", "tools/batch/batch.route.tsx"),
    route("batches/:batchId/download", "tools/batch/batch-download.route.ts"),
    route("buy-coins", "gems/buy-gems.route.tsx"),
    route("buy-coins/pay", "gems/pay.route.ts"),
    route("buy-coins/return", "gems/purchase-return.route.tsx"),
    route("shares", "sharing/shares.route.tsx"),
    route("shares/:shareId/revoke", "sharing/revoke.route.ts"),
    route("settings", "settings/settings.route.tsx"),
    route("settings/profile", "settings/profile.route.tsx"),
    route("settings/originals", "settings/originals.route.ts"),
    route("settings/notices", "done-notices/notices.route.tsx"),
    route("settings/password", "settings/password.route.tsx"),
    route("settings/receipts/:reference", "gems/receipt.route.tsx"),
    route("settings/export", "settings/export.route.ts"),
    route("settings/delete-account", "settings/delete-account.route.tsx"),
  ]),

  route("s/:token", "sharing/shared-picture.route.tsx"),
  route("s/:token/report", "sharing/report.route.tsx"),
  route("s/:token/:side?/:preset", "sharing/shared-file.route.ts"),

  route("images/:photoId/:preset", "photos/image.route.ts"),
  route("api/images/upload", "photos/upload.route.ts"),
  route("api/images/rename", "photos/rename.route.ts"),
  route("api/images/*", "photos/delete.route.ts"),
  route("api/download", "photos/download.route.ts"),
  route("api/generate-image-gemini", "tools/generate-image.route.ts"),
  route("api/generate-pixel-art", "tools/generate-pixel-art.route.ts"),
  route("api/drafts/:draftId", "tools/draft.route.ts"),
  route("api/drafts/:draftId/photos", "tools/batch/draft-photos.route.ts"),
  route("api/drafts/:draftId/previews/:option", "tools/previews/preview.route.ts"),
  route("api/transformations/:transformationId", "transformations/transformation.route.ts"),

  route("api/paystack/webhook", "gems/paystack-webhook.route.ts"),
  route("sandbox/paystack/:accessCode", "gems/sandbox-checkout.route.tsx"),

  // Every UI part in every state. `import.meta.env` is Vite's: scripts that read this list have none.
  ...(import.meta.env?.DEV ? [route("development/parts", "development/parts.route.tsx")] : []),

  route("failed", "error-pages/failed.route.tsx"),
  route("healthz", "http/healthz.route.ts"),
  route("readyz", "http/readyz.route.ts"),
  route("*", "welcome/not-found.route.tsx"),
] satisfies RouteConfig;
