/** A request's path as logs may keep it: the secret of a share, which stands in its path, is left out. */
export const loggedPath = (request: Pick<Request, "url">): string =>
  new URL(request.url).pathname.replace(/^(\/s\/)[^/]+/i, "$1…");
