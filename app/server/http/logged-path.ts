/** A segment with a share's token (sharing): 32 hex digits, however the path around it is written. */
const withToken = /\/[^/]*[0-9a-f]{32}[^/]*/gi;

/** What somebody called a picture, after its id (`DELETE /api/images/<id>/<name>`). */
const withName = /^(\/api\/images\/[0-9a-f-]{36})\/.*/i;

/** A request's path as logs may keep it: the secret of a share, which stands in its path, is left out. */
export function loggedPath({ url }: Pick<Request, "url">): string {
  const { pathname } = new URL(url);
  const plain = pathname.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
  return plain.replace(withToken, "/…").replace(withName, "$1/…");
}
