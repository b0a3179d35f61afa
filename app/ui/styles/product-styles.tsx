import { use, useEffect } from "react";
import productStyles from "../../app.css?url";
import { DocumentContext } from "../../document.ts";
import { keepProductStyles } from "./stylesheet-cookie.ts";

/** The sheet of signed-in pages (docs/decisions/0017); React hoists sheets with a precedence. */
export function ProductStyles({ kept }: { kept: boolean }) {
  const { nonce, productStyles: inside } = use(DocumentContext);
  useEffect(() => {
    // Offline, the next page inlines it again.
    if (!kept) afterLoad(() => void keepProductStyles().catch(() => {}));
  }, [kept]);
  if (kept) return <link rel="stylesheet" href={productStyles} precedence="product" />;
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
