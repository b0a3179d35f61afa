import type { Target } from "./target.ts";

const tools = [
  { path: "/surprise-me", step: "enhance" },
  { path: "/pixel-art", step: "style" },
  { path: "/background-engine", step: "settings" },
  { path: "/transform", step: "camera-angle" },
] as const;

const ofEachTool = tools.flatMap(({ path, step }): Target[] => {
  const route = path.slice(1);
  const page = { route, kind: "page", shape: "uuid" } as const;
  return [
    {
      ...page,
      field: "?job=",
      ids: ({ jobs, failed }) => [jobs[path], failed],
      path: (id) => `${path}?job=${id}`,
      body: () => ({ form: {} }),
      get: 404,
      post: 400,
      takesPhotos: true,
    },
    {
      ...page,
      field: "?draft=",
      ids: ({ drafts }) => [drafts[path]],
      path: (id) => `${path}?draft=${id}`,
      body: () => ({ form: {} }),
      get: 200,
      post: 400,
      takesPhotos: true,
    },
    {
      ...page,
      field: "?draft=&step=",
      ids: ({ drafts }) => [drafts[path]],
      path: (id) => `${path}?draft=${id}&step=${step}`,
      body: (id) => ({ form: { key: `${id}.0`, asked: "", go: "back" } }),
      get: { to: path },
      // A page that is open already shows its step without answers.
      getData: 200,
      post: { to: path },
    },
    {
      ...page,
      field: "?failed=",
      ids: ({ failed, jobs }) => [failed, jobs[path]],
      path: (id) => `${path}?failed=${id}`,
      body: () => ({ form: {} }),
      get: 200,
      post: 400,
      takesPhotos: true,
    },
    {
      ...page,
      field: "?preset=",
      ids: ({ preset }) => [preset],
      path: (id) => `${path}?preset=${id}`,
      body: () => ({ form: {} }),
      get: 404,
      post: 404,
      takesPhotos: true,
    },
    {
      ...page,
      route: `${route}/preset`,
      field: "preset",
      ids: ({ preset }) => [preset],
      path: () => `${path}/preset`,
      body: (id, mine) => ({ form: { preset: id, draft: mine.draft } }),
      get: { to: path },
      post: 404,
    },
    {
      ...page,
      route: `${route}/batch`,
      field: "?draft=",
      ids: ({ batchDraft, drafts }) => [batchDraft, drafts[path]],
      path: (id) => `${path}/batch?draft=${id}`,
      body: () => ({ form: { remove: "" } }),
      // The next photo begins a draft, under that id if it is unused.
      get: 200,
      post: { to: new RegExp(`^${path}/batch\\?draft=[0-9a-f-]{36}$`) },
    },
    {
      ...page,
      route: `${route}/batch`,
      field: "remove",
      ids: ({ photoId }) => [photoId],
      path: (_id, mine) => `${path}/batch?draft=${mine.draft}`,
      body: (id) => ({ form: { remove: id } }),
      get: 200,
      post: { to: new RegExp(`^${path}/batch\\?draft=`) },
    },
    {
      ...page,
      route: `${route}/again`,
      field: "job",
      ids: ({ jobs, failed }) => [jobs[path], failed],
      path: () => `${path}/again`,
      body: (id) => ({ form: { job: id } }),
      get: { to: path },
      post: { to: path },
    },
    {
      ...page,
      route: `${route}/cancel`,
      field: "job",
      ids: ({ jobs, failed }) => [jobs[path], failed],
      path: () => `${path}/cancel`,
      body: (id) => ({ form: { job: id } }),
      get: { to: path },
      // To the page of the run, which is 404.
      post: { to: /^\/[a-z-]+\?job=[0-9a-f-]{36}$/ },
      malformed: { post: { to: path } },
    },
  ];
});

/** The tools' pages treat what is none of the member's as if it were not there. */
export const toolTargets: Target[] = [
  ...ofEachTool,
  {
    route: "transform",
    field: "?angle=",
    kind: "page",
    ids: ({ angle, jobs }) => [angle, jobs["/transform"]],
    shape: "uuid",
    path: (id, mine) => `/transform?job=${mine.portrait}&angle=${id}`,
    body: () => ({ form: {} }),
    // The other member's own portrait, without any angle.
    get: 200,
    post: 400,
    takesPhotos: true,
  },
  {
    route: "transform/angle",
    field: "job",
    kind: "page",
    ids: ({ jobs, angle, failed }) => [jobs["/transform"], angle, failed],
    shape: "uuid",
    path: () => "/transform/angle",
    body: (id) => ({ form: { job: id, angle: "low", key: `${id}.0` } }),
    get: { to: "/transform" },
    post: 404,
  },
  {
    route: "adjust/:draftId",
    kind: "page",
    ids: ({ drafts }) => Object.values(drafts),
    shape: "uuid",
    path: (id) => `/adjust/${id}`,
    body: () => ({ form: { do: "use", turn: "90" } }),
    get: 404,
    post: 404,
  },
];
