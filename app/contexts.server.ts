import type { RouterContextProvider } from "react-router";
import { identityContext } from "./account/identity.ts";
import { tryoutsContext } from "./account/sign-up/tryouts.ts";
import { countriesContext, type Currency, localCurrencyContext } from "./gems/currency/currency.ts";
import { paymentsContext, sandboxContext } from "./gems/payment-provider.ts";
import { joinWithTryout } from "./marketing/try/visitor-tryout.server.ts";
import { photoSightContext } from "./photos/advice/photo-sight.ts";
import { photoInspectionContext } from "./photos/inspection/photo-inspection.ts";
import { photoHostContext } from "./photos/photo-host.ts";
import { databaseContext } from "./server/database/database.ts";
import { healthContext } from "./server/http/health/health-checks.ts";
import { rateLimiterContext } from "./server/http/limits/limits.ts";
import { failureContext } from "./server/http/request-log.server.ts";
import { clientAddressContext, siteContext } from "./server/http/site.ts";
import { mailboxContext, mailerContext } from "./server/mail/mailer.ts";
import { logContext, observationContext } from "./server/observability/observation.ts";
import type { Services } from "./services.server.ts";
import { requestingContext } from "./transformations/requesting/requesting.ts";

interface RequestValues {
  clientAddress: string;
  localCurrency: Currency;
  failure: 403 | 500 | null;
}

/** Passes every part to the handlers of one request, each under the context defined beside its port. */
export function setContexts(context: RouterContextProvider, services: Services, values: RequestValues) {
  context.set(siteContext, services);
  context.set(healthContext, services);
  context.set(logContext, services.log);
  context.set(observationContext, services.observation);
  context.set(rateLimiterContext, services.rateLimiter);
  context.set(databaseContext, services.database);
  context.set(identityContext, services.identity);
  context.set(tryoutsContext, joinWithTryout(services));
  context.set(photoHostContext, services.photoHost);
  context.set(photoInspectionContext, services.photoInspection);
  context.set(photoSightContext, services.photoSight);
  context.set(requestingContext, services);
  context.set(paymentsContext, services.payments);
  context.set(sandboxContext, services.sandbox);
  context.set(countriesContext, services.countries);
  context.set(mailerContext, services.mailer);
  context.set(mailboxContext, services.mailbox);
  context.set(clientAddressContext, values.clientAddress);
  context.set(localCurrencyContext, values.localCurrency);
  context.set(failureContext, values.failure);
}
