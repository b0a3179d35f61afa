import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenEngine } from "./engines.ts";
import { newMember, newPhoto } from "./members.ts";

for (const engine of engines) {
  describe.skipIf(engine.missing)(`concurrent members on ${engine.name}`, () => {
    let open: OpenEngine;
    let members: string[];
    beforeAll(async () => {
      open = await engine.open();
      members = await Promise.all(Array.from({ length: 6 }, () => newMember(open.kysely)));
      for (const member of members) await newPhoto(open.kysely, member);
    });
    afterAll(() => open.close());

    const seenBy = (member: string) =>
      open.database.asMember(member, async (trx) => {
        const seen: string[] = [];
        for (let statement = 0; statement < 4; statement += 1) {
          const photos = await trx.selectFrom("photos").select("user_id").execute();
          const who = await sql<{ id: string }>`select auth.uid()::text as id`.execute(trx);
          seen.push(...photos.map((photo) => photo.user_id), ...who.rows.map((row) => row.id));
          await new Promise((resolve) => setImmediate(resolve));
        }
        return seen;
      });

    test("see only their own rows in every interleaved statement", async () => {
      const visits = Array.from({ length: 30 }, (_, index) => members[index % members.length] ?? "");
      const seen = await Promise.all(visits.map(seenBy));
      expect(seen).toEqual(visits.map((member) => Array.from({ length: 8 }, () => member)));
    });

    test("lend no member's role to a query outside their transaction", async () => {
      const [ada = ""] = members;
      const inside = Promise.withResolvers<void>();
      const outsideSent = Promise.withResolvers<void>();
      const member = open.database.asMember(ada, async (trx) => {
        inside.resolve();
        await outsideSent.promise;
        return trx.selectFrom("photos").select("user_id").execute();
      });
      await inside.promise;
      const outside = sql<{ role: string }>`select current_user::text as role`.execute(open.kysely);
      outsideSent.resolve();
      expect(await member).toEqual([{ user_id: ada }]);
      expect((await outside).rows).toEqual([{ role: "postgres" }]);
    });

    test("lose nothing when another member's transaction fails", async () => {
      const [ada = "", bayo = ""] = members;
      const rename = (member: string, name: string, fails: boolean) =>
        open.database.asMember(member, async (trx) => {
          await trx.updateTable("profiles").set({ display_name: name }).execute();
          if (fails) throw new Error("a bug");
        });
      const ended = await Promise.allSettled([
        rename(ada, "Lost", true),
        rename(bayo, "Kept", false),
        rename(ada, "Lost too", true),
      ]);
      expect(ended.map((end) => end.status)).toEqual(["rejected", "fulfilled", "rejected"]);
      const names = await open.kysely
        .selectFrom("profiles")
        .select(["user_id", "display_name"])
        .where("user_id", "in", [ada, bayo])
        .execute();
      expect(new Map(names.map((row) => [row.user_id, row.display_name]))).toEqual(
        new Map([
          [ada, "Ada Obi"],
          [bayo, "Kept"],
        ]),
      );
    });
  });
}
