import { use } from "react";
import productStyles from "../../app.css?url";
import { DocumentContext } from "../../document.ts";

/** The sheet of signed-in pages (decision 17); React hoists sheets with a precedence. */
export function ProductStyles({ cached }: { cached: boolean }) {
  const { nonce, productStyles: inside } = use(DocumentContext);
  if (cached) return <link rel="stylesheet" href={productStyles} precedence="product" />;
  return (
    <style href="product" precedence="product" nonce={nonce} suppressHydrationWarning>
      {inside}
    </style>
  );
}

/** Fetches an inlined sheet after the load, so that the next page links it; after a failure that page inlines it. */
export function cacheProductStyles() {
  if (hasCachedStylesheet(document.cookie)) return;
  const cache = () => void cacheStylesheet().catch(() => {});
  if (document.readyState === "complete") cache();
  else addEventListener("load", cache, { once: true });
}

/** The hashed file name of the cached sheet. */
const cookieName = "styles";

/** A cached sheet is linked; a first visit gets it inlined. Development always links. */
export const hasCachedStylesheet = (cookies: string | null, development = import.meta.env.DEV): boolean =>
  development || (cookies ?? "").split("; ").includes(cookieOf(productStyles));

async function cacheStylesheet() {
  const { ok } = await fetch(productStyles, { priority: "low" });
  if (!ok) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookieOf(productStyles)}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** Sent when the browser's cache is cleared. */
export const withoutProductStyles = `${cookieName}=; Path=/; Max-Age=0`;

const cookieOf = (address: string) => `${cookieName}=${address.split("/").at(-1)}`;
