import { randomUUID } from "node:crypto";
import { type KyselyPlugin, type RootOperationNode, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepRemovals } from "../../app/photos/storing/picture-removals.server.ts";
import { readOwnData, dataArchive } from "../../app/account/settings/own-data.server.ts";
import { readDisplayName, saveDisplayName } from "../../app/account/settings/save-profile.server.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { type OpenEngine, usualEngine } from "./engines.ts";
import { newMember, newShare } from "./members.ts";
import { log, openTransformationScene, RecordingGenerator, type TransformationScene } from "./transformation-scene.ts";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`accounts on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => void (scene = await openTransformationScene(engine)));
    afterAll(() => scene.close());

    async function withResult() {
      const requested = await scene.requested();
      await scene.run(requested.id, new RecordingGenerator(scene.made));
      await newShare(scene.open.kysely, requested.memberId, requested.id);
      return requested;
    }

    test("deletes every row and picture of a member and preserves the ledger", async () => {
      const { id, memberId, photoId } = await withResult();
      const result = await scene.resultOf(id);
      const ledger = () =>
        scene.open.kysely.selectFrom("coin_transactions").selectAll().where("user_id", "=", memberId).execute();
      const before = await ledger();
      expect(before).toHaveLength(3);

      await sql`delete from auth.users where id = ${memberId}`.execute(scene.open.kysely);

      for (const table of [
        "profiles",
        "photos",
        "transformations",
        "transformation_looks",
        "drafts",
        "draft_photos",
        "batches",
        "shares",
      ] as const) {
        const rows = await scene.open.kysely.selectFrom(table).selectAll().where("user_id", "=", memberId).execute();
        expect([table, rows]).toEqual([table, []]);
      }
      expect(await ledger()).toEqual(before);
      const host = { database: scene.open.database, photoHost: scene.photoHost, log };
      expect(await sweepRemovals(host, new Date(Date.now() + 1_000))).toBe(2);
      expect(await scene.storedFiles(photoId)).toEqual([]);
      expect(await scene.photoHost.read(result?.public_id ?? "")).toBeNull();
    });

    test("discards a picture in progress when its member is deleted", async () => {
      const { id, memberId } = await scene.requested();
      const { result_photo_id: resultId } = await scene.row(id);
      const generator = new RecordingGenerator(async () => {
        await sql`delete from auth.users where id = ${memberId}`.execute(scene.open.kysely);
        return scene.made;
      });
      await scene.run(id, generator);
      expect(await scene.storedFiles(resultId)).toEqual([]);
    });

    test("exports a member's own data, and no other's, as one zip of the stated length", async () => {
      const { id, memberId } = await withResult();
      await withResult();
      const data = await readOwnData(scene.open.database, memberId);
      const { stream, length } = dataArchive(data, async () => scene.picture, log);
      const zip = Buffer.from(await new Response(stream).arrayBuffer());
      expect(zip.byteLength).toBe(length);
      expect(data.lists.transformations).toMatchObject([{ id, status: "completed", gems_used: 1 }]);
      expect(data.lists.transactions).toHaveLength(3);
      expect(data.photos.map(({ kind }) => kind).sort()).toEqual(["original", "result"]);
      const stranger = await readOwnData(scene.open.database, await newMember(scene.open.kysely));
      expect([stranger.lists.transformations, stranger.photos]).toEqual([[], []]);
    });

    test("exports every column except those with a listed reason", async () => {
      expect(await columnsNotTaken(scene.open)).toEqual(columnsLeftOut);
    });

    test("exports the rest when one photo cannot be read", async () => {
      const { memberId } = await withResult();
      const data = await readOwnData(scene.open.database, memberId);
      const read = (photo: { kind: string }) =>
        photo.kind === "result" ? Promise.resolve(scene.picture) : Promise.reject(new Error("the host is away"));
      const { stream, length } = dataArchive(data, read, log);
      const zip = Buffer.from(await new Response(stream).arrayBuffer());
      expect(zip.byteLength).toBe(length);
      expect(zip.includes(Buffer.from(scene.picture))).toBe(true);
    });

    async function named(name: string) {
      const email = `${randomUUID()}@example.com`;
      const member = { id: await newMember(scene.open.kysely, email), email };
      await saveDisplayName(scene.open.database, member, name);
      return member;
    }

    test("saves the name for the member alone, and the email address for an empty one", async () => {
      const { database } = scene.open;
      const [ada, bayo] = [await named("Ada"), await named("Bayo")];
      expect(await saveDisplayName(database, ada, "Adaeze Okafor")).toEqual({ ok: true });
      expect(await readDisplayName(database, ada)).toBe("Adaeze Okafor");
      expect(await readDisplayName(database, bayo)).toBe("Bayo");
      await saveDisplayName(database, ada, "");
      expect(await readDisplayName(database, ada)).toBe(ada.email);
    });

    test("refuses a name for a deleted account", async () => {
      const deleted = { id: randomUUID(), email: "deleted@example.com" };
      const saved = await saveDisplayName(scene.open.database, deleted, "No Member");
      expect(saved).toEqual({ ok: false, problem: "account-gone" });
    });
  });
}

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
const columnsLeftOut = Object.entries(reasons)
  .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
  .sort();

/** Lists each column that `readOwnData` does not select from the tables with members' own rows, as `table.column`. */
async function columnsNotTaken(open: OpenEngine): Promise<string[]> {
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
