import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { AccountMail } from "../../../account/mails/account-mails.ts";
import type { IdentityContext } from "./identity-context.server.ts";
import {
  findUserByEmail,
  fullNameOf,
  type IdentityTransaction,
  userBody,
  type UserRow,
} from "./identity-tables.server.ts";
import { issueMailToken, mayMailAgain } from "./mail-tokens.server.ts";
import { refuseUnfitPassword } from "./password-hasher.server.ts";
import type { signUpBody } from "./gotrue-protocol.server.ts";

type SignUp = z.infer<typeof signUpBody>;

export async function signUp(context: IdentityContext, { email, password, data }: SignUp) {
  refuseUnfitPassword(password);
  const encryptedPassword = await context.passwords.hash(password);
  const user = newUser({ email, encryptedPassword, data: data ?? {}, now: context.now() });
  const { mail, answered } = await context.database.transaction().execute(async (trx) => {
    if (await create(trx, user)) return { mail: await confirmationFor(trx, user, context.now()), answered: user };
    return mailForKnown(trx, user, context.now());
  });
  if (mail) context.outbox.later(() => context.deliver(mail));
  return userBody(context.database, answered);
}

async function create(trx: IdentityTransaction, user: UserRow): Promise<boolean> {
  const created = await trx
    .insertInto("auth.users")
    .values({
      ...user,
      raw_app_meta_data: JSON.stringify(user.raw_app_meta_data),
      raw_user_meta_data: JSON.stringify(user.raw_user_meta_data),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!created) return false;
  await trx
    .insertInto("auth.identities")
    .values({
      provider_id: user.id,
      user_id: user.id,
      identity_data: JSON.stringify({ sub: user.id, email: user.email }),
      provider: "email",
      created_at: user.created_at,
      updated_at: user.updated_at,
    })
    .execute();
  return true;
}

/** Returns the existing row only when a mail goes to an unconfirmed account, otherwise a made-up one. */
async function mailForKnown(trx: IdentityTransaction, madeUp: UserRow, now: Date): Promise<KnownAnswer> {
  const user = await findUserByEmail(trx, madeUp.email ?? "", { forUpdate: true });
  if (!user) return { mail: null, answered: madeUp };
  // GoTrue answers 429 within a minute, which would show that the address is known.
  if (!mayMailAgain(lastSignUpMail(user), now)) return { mail: null, answered: { ...madeUp, created_at: longAgo } };
  await trx.updateTable("auth.users").set({ confirmation_sent_at: now }).where("id", "=", user.id).execute();
  if (!user.email_confirmed_at) {
    return { mail: await confirmationFor(trx, user, now), answered: { ...user, confirmation_sent_at: now } };
  }
  const mail = {
    kind: "already-registered",
    to: user.email ?? "",
    fullName: fullNameOf(user),
    tokenHash: null,
  } as const;
  return { mail, answered: madeUp };
}

const longAgo = new Date(0);

interface KnownAnswer {
  mail: AccountMail | null;
  answered: UserRow;
}

/** Ignores the confirmation mail once the account is confirmed. */
function lastSignUpMail({ confirmation_sent_at: sent, email_confirmed_at: confirmed }: UserRow): Date | null {
  return sent && confirmed && sent <= confirmed ? null : sent;
}

async function confirmationFor(trx: IdentityTransaction, user: UserRow, now: Date): Promise<AccountMail> {
  const tokenHash = await issueMailToken(trx, { user, type: "confirmation_token", now });
  return { kind: "confirmation", to: user.email ?? "", fullName: fullNameOf(user), tokenHash };
}

function newUser(input: {
  email: string;
  encryptedPassword: string;
  data: Record<string, unknown>;
  now: Date;
}): UserRow {
  return {
    instance_id: "00000000-0000-0000-0000-000000000000",
    id: randomUUID(),
    aud: "authenticated",
    role: "authenticated",
    email: input.email,
    encrypted_password: input.encryptedPassword,
    email_confirmed_at: null,
    confirmation_sent_at: input.now,
    recovery_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: "email", providers: ["email"] },
    raw_user_meta_data: input.data,
    created_at: input.now,
    updated_at: input.now,
    banned_until: null,
    deleted_at: null,
    is_sso_user: false,
    is_anonymous: false,
  };
}
