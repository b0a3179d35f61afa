import type { AccountMail } from "../../../account/mails/account-mails.ts";
import type { AccessTokens } from "./access-tokens.server.ts";
import type { IdentityDatabase } from "./identity-tables.server.ts";
import type { BackgroundTasks } from "./background-tasks.server.ts";
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
