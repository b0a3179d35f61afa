import { createContext } from "react-router";

/** The configuration that pages and cookies show or use. */
export interface Site {
  appUrl: string;
  supportEmail: string;
  /** A hosted model makes the pictures, whose terms exclude people under 18. */
  adultsOnly: boolean;
  /** Signs cookies and keys member keys. */
  sessionSecret: string;
  allowsEmbedded: boolean;
  /** False with SERVICE_WORKER=off. */
  serviceWorker: boolean;
  contentSources: ContentSources;
}

/** Hosts beside our own that the Content-Security-Policy allows. */
export interface ContentSources {
  images: readonly string[];
  formTargets: readonly string[];
}

export const siteContext = createContext<Site>();
/** The address of the person, from the trusted proxy's header or the socket. */
export const clientAddressContext = createContext<string>();
