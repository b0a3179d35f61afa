import type { Belongings } from "./belongings.ts";
import type { Target } from "./target.ts";

const jobsOf = (owned: Belongings) => Object.values(owned.jobs);

/** Pictures and the addresses that programs call. */
export const apiTargets: Target[] = [
  {
    route: "images/:photoId/:preset",
    kind: "api",
    ids: ({ photoId, results }) => [photoId, ...Object.values(results)],
    shape: "uuid",
    path: (id) => `/images/${id}/full`,
    get: 404,
  },
  {
    route: "images/:photoId/:preset",
    field: "a copy",
    kind: "api",
    ids: ({ photoId, results }) => [photoId, ...Object.values(results)],
    shape: "uuid",
    path: (id) => `/images/${id}/640.webp`,
    get: 404,
  },
  {
    route: "api/images/*",
    kind: "api",
    ids: ({ photoPublicId, results, photoId }) => [
      photoPublicId,
      `${results["/surprise-me"]}/zanzibar-secret`,
      photoId,
    ],
    shape: "public id",
    path: (id) => `/api/images/${id}`,
    get: 405,
    post: 405,
    delete: 404,
  },
  {
    route: "api/images/rename",
    field: "publicId",
    kind: "api",
    ids: ({ photoPublicId, results }) => [photoPublicId, `${results["/surprise-me"]}/zanzibar-secret`],
    shape: "public id",
    path: () => "/api/images/rename",
    body: (id) => ({ json: { publicId: id, newPublicId: `${id.split("/")[0]}/mallory` } }),
    post: 404,
    // Longer than any is.
    malformed: { post: [400, 404] },
  },
  {
    route: "api/images/rename",
    field: "newPublicId",
    kind: "api",
    ids: ({ photoPublicId, results }) => [photoPublicId, `${results["/surprise-me"]}/mallory`],
    shape: "public id",
    path: () => "/api/images/rename",
    body: (id, mine) => ({ json: { publicId: mine.photoPublicId, newPublicId: id } }),
    post: 422,
    malformed: { post: [400, 422] },
  },
  {
    route: "api/download",
    field: "?url=",
    kind: "api",
    ids: ({ photoId, results }) => [photoId, ...Object.values(results)],
    shape: "uuid",
    path: (id) => `/api/download?url=%2Fimages%2F${id}%2Ffull&filename=mine.jpg`,
    get: 404,
    // As browsers do, it leaves line breaks out of addresses.
    malformed: { get: [400, 404] },
  },
  {
    route: "api/drafts/:draftId",
    kind: "api",
    ids: ({ drafts }) => Object.values(drafts),
    shape: "uuid",
    path: (id) => `/api/drafts/${id}`,
    body: () => ({ form: { tool: "surprise-me" } }),
    post: 404,
    // An id that nobody uses yet begins a run of the sender's.
    nobodys: { post: 204 },
  },
  {
    route: "api/drafts/:draftId",
    field: "photo",
    kind: "api",
    ids: ({ photoId, results }) => [photoId, ...Object.values(results)],
    shape: "uuid",
    path: (_id, mine) => `/api/drafts/${mine.draft}`,
    body: (id) => ({ form: { tool: "surprise-me", photo: id } }),
    post: 404,
    // None at all is no mistake.
    malformed: { post: [204, 404] },
  },
  {
    route: "api/transformations/:transformationId",
    kind: "api",
    ids: (owned) => [...jobsOf(owned), owned.angle, owned.failed],
    shape: "uuid",
    path: (id) => `/api/transformations/${id}`,
    get: 404,
  },
  ...(["api/generate-image-gemini", "api/generate-pixel-art"] as const).map((route): Target => ({
    route,
    field: "userId",
    kind: "api",
    ids: ({ userId }) => [userId],
    shape: "uuid",
    path: () => `/${route}`,
    body: (id) => ({ multipart: { userId: id, prompt: "warmer" }, image: Buffer.from("none") }),
    post: 403,
    takesPhotos: true,
  })),
];
