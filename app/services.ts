import { createContext } from "react-router";
import type { Logger } from "pino";
import type { Identity, IdentitySession, Member } from "./account/identity.ts";
import type { ContentSources } from "./server/http/security-headers.server.ts";
import type { HealthChecks } from "./server/http/health/health-checks.ts";
import type { RateLimiter } from "./server/http/limits/limits.ts";
import type { Mailbox, Mailer } from "./server/mail/mailer.ts";
import type { Database } from "./server/database/database.ts";
import type { CountryLookup, Currency } from "./gems/currency/currency.ts";
import type { PaymentProvider } from "./gems/payment-provider.ts";
import type { PaymentSandbox } from "./gems/sandbox/payment-sandbox.ts";
import type { Observation } from "./server/observability/observation.ts";
import type { PhotoHost } from "./photos/photo-host.ts";
import type { PhotoSight } from "./photos/advice/photo-sight.ts";
import type { PhotoInspection } from "./photos/inspection/photo-inspection.server.ts";
import type { GenerationLimits } from "./transformations/requesting/limits.ts";
import type { ImageGenerator } from "./transformations/image-generator.ts";
import type { TransformationQueue } from "./transformations/running/transformation-queue.ts";

export interface Services {
  appUrl: string;
  supportEmail: string;
  contentSources: ContentSources;
  started: boolean;
  draining: boolean;
  log: Logger;
  observation: Observation;
  partChecks: HealthChecks;
  database: Database;
  identity: Identity;
  photoHost: PhotoHost;
  photoInspection: PhotoInspection;
  /** Null without models: pages show stock tiles. */
  photoSight: PhotoSight | null;
  queue: TransformationQueue;
  generationLimits: GenerationLimits;
  payments: PaymentProvider;
  /** Null where real payments are taken. */
  sandbox: PaymentSandbox | null;
  rateLimiter: RateLimiter;
  /** The image generator's name and abilities. */
  engine: Pick<ImageGenerator, "name" | "refuses" | "model">;
  /** Null where the product can send no mail. */
  mailer: Mailer | null;
  /** Null where real mail is sent. */
  mailbox: Mailbox | null;
  allowsEmbedded: boolean;
  /** False with SERVICE_WORKER=off. */
  serviceWorker: boolean;
  sessionSecret: string;
  countries: CountryLookup;
  /** From the trusted proxy's header or the socket. */
  clientAddress: (request: Request, socketAddress: string) => string;
}

export const servicesContext = createContext<Services>();
export const identitySessionContext = createContext<IdentitySession>();
/** Set by the members-only layout; reading it elsewhere throws. */
export const memberContext = createContext<Member>();
export const clientAddressContext = createContext<string>();
export const localCurrencyContext = createContext<Currency>("NGN");
/** True during the internal request for an error page (server/http/error-response.server.ts). */
export const afterFailureContext = createContext<boolean>(false);
export const errorLoggedContext = createContext<boolean>(false);
export const nonceContext = createContext<string>();
