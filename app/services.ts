import { createContext } from "react-router";
import type { Logger } from "pino";
import type { Identity, IdentitySession, Member } from "./account/identity.ts";
import type { ContentSources } from "./server/http/security-headers.server.ts";
import type { HealthChecks } from "./server/http/health/health-checks.ts";
import type { RateLimiter } from "./server/http/limits/limits.ts";
import type { Mailbox } from "./server/mail/captured-mail.ts";
import type { Mailer } from "./server/mail/mailer.ts";
import type { Database } from "./server/database/database.ts";
import type { CountryLookup } from "./gems/currency/country-lookup.ts";
import type { Currency } from "./gems/currency/currency.ts";
import type { PaymentProvider } from "./gems/payment-provider.ts";
import type { PaymentSandbox } from "./gems/sandbox/payment-sandbox.ts";
import type { Observation } from "./server/observability/observation.ts";
import type { PhotoHost } from "./photos/photo-host.ts";
import type { PhotoSight } from "./photos/advice/photo-sight.ts";
import type { PhotoInspection } from "./photos/inspection/photo-inspection.server.ts";
import type { GenerationLimits } from "./transformations/requesting/limits.ts";
import type { ImageGenerator } from "./transformations/image-generator.ts";
import type { TransformationQueue } from "./transformations/running/transformation-queue.ts";

/** Everything a route or a use case may ask of the outside world. Built once per process by services.server.ts. */
export interface Services {
  appUrl: string;
  supportEmail: string;
  contentSources: ContentSources;
  /** True once the database is open and jobs are taken. */
  started: boolean;
  /** True once the process was asked to stop: nothing new is accepted. */
  draining: boolean;
  log: Logger;
  observation: Observation;
  /** Whether the parts outside this process, and its disk, are well. */
  partChecks: HealthChecks;
  database: Database;
  identity: Identity;
  photoHost: PhotoHost;
  photoInspection: PhotoInspection;
  /** Null where this image carries no models: photos are not looked at, and pages show their stock tiles. */
  photoSight: PhotoSight | null;
  queue: TransformationQueue;
  /** How much may be generated, by one member and by all. */
  generationLimits: GenerationLimits;
  payments: PaymentProvider;
  /** The payment page of the embedded mode; null where real payments are taken. */
  sandbox: PaymentSandbox | null;
  rateLimiter: RateLimiter;
  /** Whatever makes the pictures: how it is called, and what it can make. */
  engine: Pick<ImageGenerator, "name" | "refuses" | "model">;
  /** Null where the product itself can send no mail. */
  mailer: Mailer | null;
  /** The captured mails of the embedded mode; null where real mail is sent. */
  mailbox: Mailbox | null;
  /** ALLOW_EMBEDDED=1: the embedded mailbox and checkout answer requests that a proxy passed on. */
  allowsEmbedded: boolean;
  /** False where the operator switched service workers off. */
  serviceWorker: boolean;
  /** Signs flash and preference cookies, and makes member keys. */
  sessionSecret: string;
  /** In which country an address is, to show prices in the currency used there. */
  countries: CountryLookup;
  /** The client's address, for limits: the trusted proxy's word or the socket's. */
  clientAddress: (request: Request, socketAddress: string) => string;
}

export const servicesContext = createContext<Services>();
export const identitySessionContext = createContext<IdentitySession>();
/** Set by the members-only layout; reading it elsewhere throws. */
export const memberContext = createContext<Member>();
export const clientAddressContext = createContext<string>();
/** The currency used where the client is, as far as that is known without waiting. */
export const localCurrencyContext = createContext<Currency>("NGN");
/** True while the server itself asks for the page that says something went wrong (server/http/error-response.server.ts). */
export const afterFailureContext = createContext<boolean>(false);
/** True once what went wrong with this request is in the log as an error. */
export const errorLoggedContext = createContext<boolean>(false);
export const nonceContext = createContext<string>();
