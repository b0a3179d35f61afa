import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queuePosition } from "../../app/transformations/read-transformation.server.ts";
import { type OpenEngine, usualEngine } from "./engines.ts";
import { newMember, newPhoto } from "./members.ts";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`the queue position on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    /** Several of one member's in one statement, as a batch is asked for. Their ids, in the order given. */
    async function asked(memberId: string, count: number): Promise<string[]> {
      const photoId = await newPhoto(open.kysely, memberId);
      const ids = Array.from({ length: count }, () => randomUUID());
      const row = (id: string) => ({
        id,
        user_id: memberId,
        tool: "surprise-me",
        recipe: JSON.stringify({ tool: "surprise-me" }),
        original_name: "Lagos",
        original_photo_id: photoId,
        original_url: `/images/${photoId}/full`,
        idempotency_key: id,
      });
      await open.kysely.insertInto("transformations").values(ids.map(row)).execute();
      return ids;
    }
    const before = (memberId: string, id: string | undefined) =>
      queuePosition(open.database, memberId, { id: id ?? "", waiting: true });

    test("ranks each member's first job before any second job and reveals nothing about others", async () => {
      const [ada, bayo] = [await newMember(open.kysely), await newMember(open.kysely)];
      const adas = await asked(ada, 3);
      const [bayos] = await asked(bayo, 1);
      expect(await Promise.all(adas.map((id) => before(ada, id)))).toEqual([0, 2, 3]);
      expect(await before(bayo, bayos)).toBe(1);
      expect(await before(bayo, adas[2])).toBe(0);
      await open.kysely
        .updateTable("transformations")
        .set({ started_at: new Date() })
        .where("id", "=", adas[0] ?? "")
        .execute();
      expect(await before(bayo, bayos)).toBe(0);
      expect(await before(ada, adas[2])).toBe(2);
      expect(await queuePosition(open.database, ada, { id: adas[0] ?? "", waiting: false })).toBeNull();
    });

    test("reads an index up to position 100, however many jobs wait", async () => {
      const [many, late] = [await newMember(open.kysely), await newMember(open.kysely)];
      const [first] = await asked(many, 1);
      const more = (count: number, status: string) =>
        sql`insert into public.transformations
          (user_id, tool, recipe, original_name, original_url, enhanced_url, status, idempotency_key)
        select user_id, tool, recipe, original_name, original_url, original_url, ${status}, gen_random_uuid()::text
        from public.transformations, generate_series(1, ${count}::integer) where id = ${first}`.execute(open.kysely);
      await more(2000, "completed");
      await more(1500, "processing");
      const ids = await asked(late, 60);
      expect(await before(late, ids.at(-1))).toBe(100);
      await sql`analyze public.transformations`.execute(open.kysely);
      const { rows } = await sql<{
        body: string;
      }>`select prosrc as body from pg_proc where proname = 'photos_before'`.execute(open.kysely);
      const query = (rows[0]?.body ?? "").replace("p_transformation_id", `'${ids.at(-1)}'`);
      const plan = await sql.raw<{ "QUERY PLAN": string }>(`explain ${query}`).execute(open.kysely);
      const lines = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(lines).toContain("transformations_waiting");
      expect(lines).not.toContain("Seq Scan");
      expect(lines).not.toContain("Sort");
    });
  });
}
