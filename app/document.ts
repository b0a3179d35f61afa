import { createContext } from "react";

/** Server-only parts of the HTML document; hydration does not change them. */
export interface DocumentParts {
  nonce: string | undefined;
  /** The inlined stylesheet of a page without React. */
  styles: string;
  productStyles: string;
  serviceWorker: boolean;
}
export const DocumentContext = createContext<DocumentParts>({
  nonce: undefined,
  styles: "",
  productStyles: "",
  serviceWorker: true,
});

/** Only the signed-in product hydrates; every other page ships no React. */
export interface PageHandle {
  hydrate?: boolean;
  frame?: "bare" | "landing";
  /** Independent of address, clock, database and headers except `Save-Data`, so it is cached (page-cache.server.ts). */
  sameForVisitors?: boolean;
}

export function documentOf(
  handles: readonly unknown[],
): Required<Omit<PageHandle, "frame">> & Pick<PageHandle, "frame"> {
  const pageHandles = handles.map((handle) => (handle ?? {}) as PageHandle);
  return {
    hydrate: pageHandles.some((handle) => handle.hydrate),
    frame: pageHandles.find((handle) => handle.frame)?.frame,
    sameForVisitors: pageHandles.some((handle) => handle.sameForVisitors),
  };
}
