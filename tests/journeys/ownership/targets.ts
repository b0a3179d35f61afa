import type { RouteConfigEntry } from "@react-router/dev/routes";
import { apiTargets } from "./api-targets.ts";
import { pageTargets } from "./page-targets.ts";
import type { Target } from "./target.ts";
import { toolTargets } from "./tool-targets.ts";
import routes from "../../../app/routes.ts";

const publicTargets: Target[] = [
  {
    route: "s/:token",
    kind: "public",
    ids: ({ revoked, share, jobs }) => [revoked.token, share.id, jobs["/surprise-me"].replaceAll("-", "")],
    shape: "token",
    path: (id) => `/s/${id}`,
    get: 404,
  },
  {
    route: "s/:token/report",
    kind: "public",
    ids: ({ revoked, share }) => [revoked.token, share.id],
    shape: "token",
    path: (id) => `/s/${id}/report`,
    body: () => ({ form: { reason: "other" } }),
    get: 404,
    post: 404,
  },
  {
    route: "s/:token/:side?/:preset",
    kind: "public",
    ids: ({ revoked, share, results }) => [revoked.token, share.id, results["/surprise-me"].replaceAll("-", "")],
    shape: "token",
    path: (id) => `/s/${id}/640.webp`,
    get: 404,
  },
  {
    route: "s/:token/:side?/:preset",
    field: "the original, which its owner does not show",
    kind: "public",
    ids: ({ share, revoked }) => [share.token, revoked.token],
    shape: "token",
    path: (id) => `/s/${id}/original/640.webp`,
    get: 404,
  },
  {
    route: "try/:option",
    kind: "public",
    // Only a visitor's cookie opens it, never an id.
    ids: ({ photoId, results }) => [photoId, ...Object.values(results)],
    shape: "uuid",
    path: (id) => `/try/${id}`,
    get: 404,
  },
  {
    route: "unsubscribe",
    field: "token, a member's id without our signature",
    kind: "public",
    ids: ({ userId }) => [userId],
    shape: "uuid",
    path: (id) => `/unsubscribe?token=${id}`,
    body: () => ({ form: { "List-Unsubscribe": "One-Click" } }),
    get: 404,
    post: 404,
  },
  {
    route: "api/paystack/webhook",
    field: "reference",
    kind: "public",
    ids: ({ paid, unpaid }) => [paid, unpaid],
    shape: "reference",
    path: () => "/api/paystack/webhook",
    body: (id) => ({ json: { event: "charge.success", data: { reference: id } } }),
    post: 401,
  },
  {
    route: "sandbox/paystack/:accessCode",
    kind: "public",
    // The payment's reference is no access code; the code belongs to the buyer on the payment page.
    ids: ({ paid, unpaid }) => [paid, unpaid],
    shape: "checkout",
    path: (id) => `/sandbox/paystack/${id}`,
    body: () => ({ form: { button: "pay" } }),
    get: 404,
    post: 404,
  },
];

export const targets: Target[] = [...toolTargets, ...pageTargets, ...publicTargets, ...apiTargets];

/** Routes that cannot name a member's data, and their inputs. */
export const routesWithoutIds: Record<string, string> = {
  "": "nothing",
  mobile: "nothing",
  try: "a photo; its visitor's cookie",
  terms: "nothing",
  privacy: "nothing",
  "robots.txt": "nothing",
  "sitemap.xml": "nothing",
  failed: "nothing",
  support: "the session",
  register: "a name, an address, a password",
  login: "an address and a password",
  logout: "the session",
  "social-login": "nothing",
  "verify-email": "an address",
  "auth/confirm": "a secret out of a mail, for one use",
  "forgot-password": "an address",
  "reset-password": "a session that a mailed link just opened",
  mailbox: "nothing; not there where mail is sent",
  presets: "the session",
  "buy-coins": "the session",
  "buy-coins/pay": "a package",
  "settings/profile": "the session and a name",
  "settings/originals": "the session and a choice",
  "settings/notices": "the session and a choice",
  "settings/password": "the session, its password and a new one",
  "settings/export": "the session",
  "settings/delete-account": "the session and a password",
  "api/images/upload": "a photo, and a key that counts for its sender only",
  offline: "nothing",
  "share-photo": "a photo, which becomes a draft of the member's own",
  healthz: "nothing",
  readyz: "nothing",
  "api/*": "anything: there is nothing",
  "*": "anything: there is nothing",
};

/** Every full path of app/routes.ts, with its route's id. */
export const routeIds: ReadonlyMap<string, string> = new Map(idsByPath(routes));

function idsByPath(entries: readonly RouteConfigEntry[], above = ""): [string, string][] {
  return entries.flatMap(({ path = "", index, id, file, children }): [string, string][] => {
    const full = [above, path].filter(Boolean).join("/");
    const own: [string, string][] = path || index ? [[full, id ?? file.replace(/\.tsx?$/, "")]] : [];
    return [...own, ...idsByPath(children ?? [], full)];
  });
}
