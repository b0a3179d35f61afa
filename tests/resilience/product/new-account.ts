import { randomUUID } from "node:crypto";
import { hash } from "bcryptjs";
import { type Kysely, sql } from "kysely";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { packages } from "../../../app/gems/packages.ts";
import { newPaidPurchase } from "../../database/buying-scene.ts";

export interface Account {
  id: string;
  email: string;
  password: string;
  /** The welcome bonus included. */
  gems: number;
}

const welcomeBonus = 2;
const largest = packages.reduce((most, one) => (one.gems > most.gems ? one : most));

export async function newAccount(kysely: Kysely<DB>, gems: number): Promise<Account> {
  const account = { id: randomUUID(), email: `member-${randomUUID()}@example.com`, password: randomUUID() };
  // A cheap hash: how long guessing takes is not what is proved.
  await sql`insert into auth.users (id, email, encrypted_password, raw_user_meta_data, email_confirmed_at)
    values (${account.id}, ${account.email}, ${await hash(account.password, 4)}, '{"full_name": "Ada Obi"}', now())`.execute(
    kysely,
  );
  let owned = welcomeBonus;
  for (; owned < gems; owned += largest.gems)
    await newPaidPurchase({ database: createDatabase(kysely) }, account.id, undefined, largest.id);
  return { ...account, gems: owned };
}
