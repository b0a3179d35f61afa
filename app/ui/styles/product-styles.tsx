import { use, useEffect } from "react";
import productStyles from "../../app.css?url";
import { DocumentContext } from "../../document.ts";
import { cacheStylesheet } from "./stylesheet-cookie.ts";

/** The sheet of signed-in pages (docs/decisions/0017); React hoists sheets with a precedence. */
export function ProductStyles({ cached }: { cached: boolean }) {
  const { nonce, productStyles: inside } = use(DocumentContext);
  useEffect(() => {
    // Offline, the next page inlines it again.
    if (!cached) afterLoad(() => void cacheStylesheet().catch(() => {}));
  }, [cached]);
  if (cached) return <link rel="stylesheet" href={productStyles} precedence="product" />;
  return (
    <style href="product" precedence="product" nonce={nonce} suppressHydrationWarning>
      {inside}
    </style>
  );
}

function afterLoad(then: () => void) {
  if (document.readyState === "complete") then();
  else addEventListener("load", then, { once: true });
}
