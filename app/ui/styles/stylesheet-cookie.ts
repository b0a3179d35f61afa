import productStyles from "../../app.css?url";

/** Names the sheet whose file this browser has in its cache, by the file's hashed name. */
const cookieName = "styles";

/**
 * Whether the page can link the sheet and be painted at once; a first visit carries it inside its HTML instead. In
 * development the sheet changes under one's hands and is always linked.
 */
export const hasCachedStylesheet = (cookies: string | null, development = import.meta.env.DEV): boolean =>
  development || (cookies ?? "").split("; ").includes(cookieOf(productStyles));

/** Puts the sheet into the browser's cache, behind a page that came with it inside, and says so to the server. */
export async function keepProductStyles() {
  const { ok } = await fetch(productStyles, { priority: "low" });
  if (!ok) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookieOf(productStyles)}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** The header that says the browser has no sheet any more: what clears its cache takes the sheet with it. */
export const withoutProductStyles = `${cookieName}=; Path=/; Max-Age=0`;

const cookieOf = (address: string) => `${cookieName}=${address.split("/").at(-1)}`;
