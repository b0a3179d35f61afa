import { createContext } from "react";

/** What the HTML document needs from the server. In the browser there is none: the document stands already. */
export interface DocumentParts {
  /** For the scripts of hydrated pages; other pages have none that would need it. */
  nonce: string | undefined;
  /** The stylesheet a page without React carries inside its HTML. */
  styles: string;
  /** The stylesheet of hydrated pages, for those that carry it inside their HTML. */
  productStyles: string;
  /** False where the operator switched service workers off: pages do not ask for one. */
  serviceWorker: boolean;
}
export const DocumentContext = createContext<DocumentParts>({
  nonce: undefined,
  styles: "",
  productStyles: "",
  serviceWorker: true,
});

/** How a route wants its document. Only the signed-in product hydrates; every other page ships no React. */
export interface PageHandle {
  hydrate?: boolean;
  /** `bare` pages bring their own header and footer; `landing` has the section links. */
  frame?: "bare" | "landing";
  /**
   * The page is the same for everybody who sends no cookies: nothing in it comes from the address of the visitor, the
   * clock, the database or any header. Such a page is made once (server/http/page-cache.server.ts).
   */
  sameForVisitors?: boolean;
}

/** What the matched routes ask for together. */
export function documentOf(
  handles: readonly unknown[],
): Required<Omit<PageHandle, "frame">> & Pick<PageHandle, "frame"> {
  const asked = handles.map((handle) => (handle ?? {}) as PageHandle);
  return {
    hydrate: asked.some((handle) => handle.hydrate),
    frame: asked.find((handle) => handle.frame)?.frame,
    sameForVisitors: asked.some((handle) => handle.sameForVisitors),
  };
}
