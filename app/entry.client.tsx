import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { markScriptsArrived, scriptsRun } from "./inline-scripts.ts";
import { reloadOnce } from "./server/http/connection/connection-errors.ts";
import { cacheProductStyles } from "./ui/styles/product-styles.tsx";

if (scriptsRun()) {
  markScriptsArrived();
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter onError={reloadOnce} />);
  });
  cacheProductStyles();
}
