import type { Tryouts } from "../../account/sign-up/tryouts.ts";
import type { Services } from "../../services.server.ts";
import { tryCookie } from "./try-cookie.server.ts";
import { adoptTryout, claimTryout } from "./tryouts.server.ts";

type Parts = Pick<Services, "database" | "photoSight" | "observation" | "log" | "sessionSecret" | "appUrl">;

/** Carries a try-out into the account that its visitor creates. */
export function joinWithTryout(parts: Parts): Tryouts {
  const { database, observation, log } = parts;
  return {
    async claim(request, accountId) {
      const token = await tryCookie(parts).read(request);
      if (!token) return;
      const claiming = claimTryout(database, token, accountId);
      const claimed = await claiming.catch(
        (error: unknown) => void log.error({ err: error }, "a try-out was not claimed"),
      );
      if (claimed) observation.noted({ what: "tryout", outcome: "claimed" });
    },
    async adopt(accountId) {
      const adopting = adoptTryout(database, accountId, null);
      const adopted = await adopting.catch(
        (error: unknown) => void log.error({ err: error }, "a try-out was not adopted"),
      );
      if (!adopted) return null;
      parts.photoSight?.forget(adopted.photoId);
      observation.noted({ what: "tryout", outcome: "joined" });
      return adopted.path;
    },
  };
}
