import productStyles from "../../app.css?url";

/** The hashed file name of the cached sheet. */
const cookieName = "styles";

/** A cached sheet is linked; a first visit gets it inlined. Development always links. */
export const hasCachedStylesheet = (cookies: string | null, development = import.meta.env.DEV): boolean =>
  development || (cookies ?? "").split("; ").includes(cookieOf(productStyles));

export async function cacheStylesheet() {
  const { ok } = await fetch(productStyles, { priority: "low" });
  if (!ok) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookieOf(productStyles)}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** Sent when the browser's cache is cleared. */
export const withoutProductStyles = `${cookieName}=; Path=/; Max-Age=0`;

const cookieOf = (address: string) => `${cookieName}=${address.split("/").at(-1)}`;
