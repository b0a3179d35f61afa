import { createContext } from "react-router";

/** The configuration that pages and cookies show or use. */
export interface Site {
  appUrl: string;
  supportEmail: string;
  /** True if a hosted model makes the pictures, because its terms exclude people under 18. */
  adultsOnly: boolean;
  /** Signs cookies and derives member keys. */
  sessionSecret: string;
  allowsEmbedded: boolean;
  /** False with SERVICE_WORKER=off. */
  serviceWorker: boolean;
  contentSources: ContentSources;
}

/** Other hosts that the Content-Security-Policy allows. */
export interface ContentSources {
  images: readonly string[];
  formTargets: readonly string[];
}

export const siteContext = createContext<Site>();
/** The client's IP address, from the trusted proxy's header or the socket. */
export const clientAddressContext = createContext<string>();
