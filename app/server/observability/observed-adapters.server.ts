import type { Mailer } from "../mail/mailer.ts";
import type { Config } from "../../config.server.ts";
import type { PaymentProvider } from "../../gems/payment-provider.ts";
import type { PhotoHost } from "../../photos/photo-host.ts";
import type { ImageGenerator } from "../../transformations/image-generator.ts";
import type { Observation } from "./observation.ts";
import { done, observedPort, problemOf } from "./observed-port.server.ts";

const found = (picture: unknown) => (picture === null ? "missing" : "ok");

export function observedAdapters(
  { photoHost, generator, payments, mail }: Pick<Config, "photoHost" | "generator" | "payments" | "mail">,
  observation: Pick<Observation, "call">,
) {
  return {
    mailer: (port: Mailer) => observedPort(port, observation, mail.kind, { send: done }),
    photoHost: (port: PhotoHost) =>
      observedPort(port, observation, photoHost.kind, {
        put: done,
        read: found,
        derive: found,
        rename: done,
        delete: done,
      }),
    payments: (port: PaymentProvider) =>
      observedPort(port, observation, payments.kind, { initialize: problemOf, verify: problemOf, refund: problemOf }),
    generator: (port: ImageGenerator) => observedPort(port, observation, generator.kind, { generate: problemOf }),
  };
}
