import type { AccountMail } from "../../../account/mails/account-mails.ts";
import type { AccessTokens } from "./access-tokens.server.ts";
import type { IdentityDatabase } from "./identity-tables.server.ts";
import type { PasswordHasher } from "./password-hasher.server.ts";

export interface IdentityContext {
  database: IdentityDatabase;
  passwords: PasswordHasher;
  accessTokens: AccessTokens;
  outbox: BackgroundTasks;
  adminKey: string;
  deliver: (mail: AccountMail) => Promise<void>;
  now: () => Date;
}

/** Runs after the response, so that known and unknown addresses take the same time. */
interface BackgroundTasks {
  later(work: () => Promise<void>): void;
  drain(): Promise<void>;
}

export function createBackgroundTasks(onFailed: (error: unknown) => void): BackgroundTasks {
  const underWay = new Set<Promise<void>>();
  return {
    later(work) {
      const done = work()
        .catch(onFailed)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
