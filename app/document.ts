import { createContext } from "react";

/** What the HTML document needs from the server. In the browser there is none: the document stands already. */
export interface DocumentParts {
  nonce: string | undefined;
  /** The stylesheets signed-out pages carry inside their HTML. */
  styles: { landing: string; public: string };
}
export const DocumentContext = createContext<DocumentParts>({ nonce: undefined, styles: { landing: "", public: "" } });

/** How a route wants its document. Only the signed-in product hydrates; every other page ships no React. */
export interface PageHandle {
  hydrate?: boolean;
  /** `bare` pages bring their own header and footer; `landing` has the section links. */
  frame?: "bare" | "landing";
}
