const withToken = /\/[^/]*[0-9a-f]{32}[^/]*/gi;

const withName = /^(\/api\/images\/[0-9a-f-]{36})\/.*/i;

/** A path for the log, without share tokens and image names. */
export function loggedPath({ url }: Pick<Request, "url">): string {
  const { pathname } = new URL(url);
  const plain = pathname.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
  return plain.replace(withToken, "/…").replace(withName, "$1/…");
}
