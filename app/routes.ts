import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

function tool(path: string, name: string) {
  return [
    route(path, `tools/${name}/${name}.route.tsx`),
    route(`${path}/again`, "tools/runs/again.route.ts", { id: `${path}/again` }),
    route(`${path}/cancel`, "tools/runs/cancel.route.ts", { id: `${path}/cancel` }),
    route(`${path}/preset`, "tools/presets/preset.route.ts", { id: `${path}/preset` }),
    route(`${path}/batch`, "tools/batch/choose-photos.route.tsx", { id: `${path}/batch` }),
  ];
}

/** Routes inside `members-only` need a session; the others are public. */
export default [
  index("marketing/home.route.tsx"),
  route("mobile", "marketing/mobile.route.tsx"),
  route("terms", "marketing/legal/terms.route.tsx"),
  route("privacy", "marketing/legal/privacy.route.tsx"),
  route("robots.txt", "marketing/robots.route.ts"),
  route("sitemap.xml", "marketing/sitemap.route.ts"),
  route("support", "marketing/support/support.route.tsx"),
  route("offline", "pwa/offline.route.tsx"),
  route("share-photo", "tools/drafts/share-photo.route.ts"),

  route("register", "account/sign-up/sign-up.route.tsx"),
  route("login", "account/sign-in/sign-in.route.tsx"),
  route("logout", "account/sign-in/sign-out.route.ts"),
  route("social-login", "account/sign-up/social-login.route.tsx"),
  route("verify-email", "account/sign-up/verify-email.route.tsx"),
  route("auth/confirm", "account/sign-up/confirm.route.tsx"),
  route("forgot-password", "account/password/forgot-password.route.tsx"),
  route("reset-password", "account/password/reset-password.route.tsx"),
  route("mailbox", "account/mails/mailbox.route.tsx"),

  layout("account/members-only.route.tsx", [
    route("dashboard", "gallery/dashboard/dashboard.route.tsx"),
    route("gallery", "gallery/gallery.route.tsx"),
    route("gallery/:transformationId/delete", "gallery/delete/delete.route.tsx"),
    route("gallery/:transformationId/rename", "gallery/rename/rename.route.tsx"),
    route("gallery/:transformationId/give-back", "gallery/give-back.route.ts"),
    route("gallery/:transformationId/look", "tools/result/look.route.ts"),
    ...tool("transform", "portrait-studio"),
    route("transform/angle", "tools/portrait-studio/angle.route.ts"),
    ...tool("pixel-art", "art-style"),
    ...tool("background-engine", "background-engine"),
    ...tool("surprise-me", "surprise-me"),
    ...tool("id-photo", "id-photo"),
    route("id-photo/sheet", "tools/id-photo/sheet.route.ts"),
    route("adjust/:draftId", "tools/adjust/adjust.route.tsx"),
    route("presets", "tools/presets/presets.route.tsx"),
    route("presets/new", "tools/presets/new.route.tsx"),
    route("presets/:presetId/rename", "tools/presets/rename.route.tsx"),
    route("presets/:presetId/delete", "tools/presets/delete.route.tsx"),
    route("batches", "tools/batch/batches.route.tsx"),
    route("batches/:batchId", "tools/batch/batch.route.tsx"),
    route("batches/:batchId/download", "tools/batch/batch-download.route.ts"),
    route("buy-coins", "gems/buy-gems.route.tsx"),
    route("buy-coins/pay", "gems/pay.route.ts"),
    route("buy-coins/return", "gems/purchase-return.route.tsx"),
    route("shares", "sharing/shares.route.tsx"),
    route("shares/:shareId/revoke", "sharing/revoke.route.ts"),
    route("settings", "account/settings/settings.route.tsx"),
    route("settings/profile", "account/settings/profile.route.tsx"),
    route("settings/originals", "account/settings/originals.route.ts"),
    route("settings/notices", "transformations/notifications/notices.route.tsx"),
    route("settings/password", "account/settings/password.route.tsx"),
    route("settings/receipts/:reference", "gems/receipts/receipt.route.tsx"),
    route("settings/export", "account/settings/export.route.ts"),
    route("settings/delete-account", "account/settings/delete-account.route.tsx"),
  ]),

  route("s/:token", "sharing/shared-picture.route.tsx"),
  route("s/:token/report", "sharing/reports/report.route.tsx"),
  route("s/:token/:side?/:preset", "sharing/shared-file.route.ts"),

  route("images/:photoId/:preset", "photos/delivery/image.route.ts"),
  route("api/images/upload", "photos/upload/upload.route.ts"),
  route("api/images/rename", "photos/storing/rename.route.ts"),
  route("api/images/*", "photos/storing/delete.route.ts"),
  route("api/download", "photos/delivery/download.route.ts"),
  route("api/generate-image-gemini", "tools/generation-api/generate-image.route.ts"),
  route("api/generate-pixel-art", "tools/generation-api/generate-pixel-art.route.ts"),
  route("api/drafts/:draftId", "tools/drafts/draft.route.ts"),
  route("api/drafts/:draftId/photos", "tools/batch/draft-photos.route.ts"),
  route("api/drafts/:draftId/previews/:option", "tools/previews/preview.route.ts"),
  route("api/transformations/:transformationId", "transformations/transformation.route.ts"),

  route("api/paystack/webhook", "gems/paystack-webhook.route.ts"),
  route("api/*", "server/http/unknown-api.route.ts"),
  route("sandbox/paystack/:accessCode", "gems/sandbox/sandbox-checkout.route.tsx"),

  // The parts page exists in development only; other importers have no `import.meta.env`.
  ...(import.meta.env?.DEV ? [route("development/parts", "ui/parts/parts.route.tsx")] : []),

  route("failed", "ui/error-pages/failed.route.tsx"),
  route("healthz", "server/http/health/healthz.route.ts"),
  route("readyz", "server/http/health/readyz.route.ts"),
  route("*", "ui/error-pages/not-found.route.tsx"),
] satisfies RouteConfig;
