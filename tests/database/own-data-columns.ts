import { sql, type KyselyPlugin, type RootOperationNode } from "kysely";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { readOwnData } from "../../app/account/settings/own-data.server.ts";
import type { OpenEngine } from "./engines.ts";
import { newMember } from "./members.ts";

const requestKey = "chosen by a program or page, to know a request again; says nothing of the member";
const ownWork = "how far our own work on it is";
const address = "an address on this site, made of the ids that are there";

const reasons: Record<string, Record<string, string>> = {
  profiles: { kept_transformations: "the number of rows in transformations.json" },
  photos: {
    former_public_ids: "what the photo host called it; the photo itself is there",
    renaming_due_at: ownWork,
    upload_key: requestKey,
    placeholder: "the photo itself, tiny",
  },
  transformations: {
    original_url: address,
    enhanced_url: address,
    idempotency_key: requestKey,
    progress: ownWork,
    turn: ownWork,
  },
  coin_transactions: { id: "a number that counts every member's", idempotency_key: requestKey },
  purchases: {
    id: "its reference names it",
    package_id: "its package_name says it",
    checked_at: ownWork,
    receipt_mailed_at: ownWork,
    receipt_tries: ownWork,
  },
  refunds: {
    id: "its reference names it",
    provider_id: "the payment provider's",
    due_at: "our time limit towards the bank",
    checked_at: ownWork,
  },
  batches: { idempotency_key: requestKey },
  shares: { id: "its token names it", preview_width: ownWork },
  done_notices: { id: "one of the two ids that are there", claimed_at: ownWork, tries: ownWork },
};

/** The same columns as `table.column`. */
export const columnsLeftOut = Object.entries(reasons)
  .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
  .sort();

/** Lists each column that `readOwnData` does not select from the tables with members' own rows, as `table.column`. */
export async function columnsNotTaken(open: OpenEngine): Promise<string[]> {
  const read = new Set<string>();
  await readOwnData(createDatabase(open.kysely.withPlugin(noting(read))), await newMember(open.kysely));
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name <> 'user_id' and exists (
      select 1 from information_schema.columns o
      where o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = 'user_id')`.execute(
    open.kysely,
  );
  return rows.flatMap(({ name }) => (read.has(name) ? [] : [name])).sort();
}

/** Records each selected column as `table.column`. */
const noting = (read: Set<string>): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    note(node, read);
    return node;
  },
  transformResult: async ({ result }) => result,
});

function note(node: RootOperationNode, read: Set<string>) {
  if (node.kind !== "SelectQueryNode") return;
  const tables = namesIn(node.from, "SchemableIdentifierNode");
  const columns = namesIn(node.selections, "ColumnNode");
  for (const table of tables) for (const column of columns) read.add(`${table}.${column}`);
}

/** Returns the names of all nodes of this kind below `value`. */
function namesIn(value: unknown, kind: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  if ("kind" in value && value.kind === kind) {
    const named = "column" in value ? value.column : "identifier" in value ? value.identifier : null;
    return typeof named === "object" && named && "name" in named ? [String(named.name)] : [];
  }
  return Object.values(value).flatMap((inner) => namesIn(inner, kind));
}
