import type { Target } from "./target.ts";

export const publicTargets: Target[] = [
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
    // A visitor's cookie opens it; no id does.
    ids: ({ photoId, results }) => [photoId, ...Object.values(results)],
    shape: "uuid",
    path: (id) => `/try/${id}`,
    get: 404,
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
