import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { openPgliteDatabase } from "../../app/adapters/embedded/database/pglite-database.server.ts";
import type { DB } from "../../app/server/database/types.ts";
import { newMember } from "../../tests/database/members.ts";

/** The database behind the measured server, to be opened while the server is away. */
export interface Books {
  /** What the server needs to find it. */
  environment: Record<string, string>;
  use<T>(work: (kysely: Kysely<DB>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openBooks(engine: "PGlite" | "PostgreSQL", dataDirectory: string): Promise<Books> {
  if (engine === "PGlite") {
    return {
      environment: {},
      async use(work) {
        const { kysely, close } = await openPgliteDatabase(dataDirectory);
        return work(kysely).finally(close);
      },
      close: async () => {},
    };
  }
  // Only now: it looks for the server when it is loaded.
  const { postgres } = await import("../../tests/database/engines.ts");
  const { kysely, queue, close } = await postgres.open();
  return {
    environment: { DATABASE_URL: queue.connectionString ?? "", SESSION_SECRET: randomUUID() + randomUUID() },
    use: (work) => work(kysely),
    close,
  };
}

export const amountKobo = 100_000;
const gems = 8;
const buyers = 100;

/** Pending purchases of a hundred members. Returns their references. */
export async function writePurchases(kysely: Kysely<DB>, count: number): Promise<string[]> {
  const members: string[] = [];
  while (members.length < buyers) members.push(await newMember(kysely));
  const references = Array.from({ length: count }, (_, at) => `${at}-${randomUUID()}-starter-NGN`);
  for (let from = 0; from < count; from += 500) {
    const rows = references.slice(from, from + 500).map((reference, at) => ({
      user_id: members[(from + at) % buyers] ?? "",
      reference,
      package_id: "starter",
      package_name: "Starter",
      gems,
      amount_kobo: amountKobo,
      display_currency: "NGN",
    }));
    await kysely.insertInto("purchases").values(rows).execute();
  }
  return references;
}

/** How many purchases are paid, how many credits there are, and whether the balances add up to them. */
export async function audit(kysely: Kysely<DB>): Promise<{ paid: number; credits: number; addUp: boolean }> {
  const { paid } = await kysely
    .selectFrom("purchases")
    .select((eb) => eb.fn.countAll<string>().as("paid"))
    .where("status", "=", "paid")
    .executeTakeFirstOrThrow();
  const entries = await kysely.selectFrom("coin_transactions").select(["type", "amount"]).execute();
  const balances = await kysely.selectFrom("profiles").select("coins").execute();
  const credits = entries.filter(({ type }) => type === "purchase");
  const total = entries.reduce((sum, { amount }) => sum + amount, 0);
  return {
    paid: Number(paid),
    credits: credits.filter(({ amount }) => amount === gems).length,
    addUp: total === balances.reduce((sum, { coins }) => sum + coins, 0),
  };
}
