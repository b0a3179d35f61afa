import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import type { Database } from "../../app/server/database/database.ts";
import { type OpenEngine, sweptEngines } from "./engines.ts";
import { type Attacker, type Attempt, attempts } from "./ownership/attempt.ts";
import { WithoutOwnershipFilters } from "./ownership/filters.ts";
import { everythingOf, newOwnershipScene, type OwnershipScene, recordingHost } from "./ownership/scene.ts";
import { RecordingGenerator } from "./recording-generator.ts";

const log = pino({ level: "silent" });

for (const engine of sweptEngines()) {
  describe.skipIf(engine.missing)(`without the application ownership filters, on ${engine.name}`, () => {
    let open: OpenEngine;
    let scene: OwnershipScene;
    /** Row level security alone. */
    let guarded: Database;
    /** Neither filters nor row level security: the schema's owner asks. */
    let unguarded: Database;
    const plugin = new WithoutOwnershipFilters();

    beforeAll(async () => {
      open = await engine.open();
      const stripped = open.kysely.withPlugin(plugin);
      guarded = createDatabase(stripped);
      const asOwner: Database["asService"] = (work) => stripped.transaction().execute(work);
      unguarded = { ...guarded, asService: asOwner, asMember: (_memberId, work) => asOwner(work) };
    });
    afterAll(() => open.close());
    beforeEach(async () => void (scene = await newOwnershipScene(open.kysely)));

    async function tried({ attempt }: Attempt, database: Database) {
      const { host, changes } = recordingHost();
      const before = await everythingOf(open.kysely, scene.ada.id);
      const made = { ok: false, problem: "failed", detail: "asks nobody" } as const;
      const attacker: Attacker = {
        ...scene,
        services: {
          appUrl: "https://photogem.example",
          database,
          photoHost: host,
          photoSight: null,
          queue: { add: async () => {} },
          generationLimits,
          engine: new RecordingGenerator(made),
          log,
        },
      };
      const answer = await attempt(attacker).catch((error: unknown) => ({ threw: String(error) }));
      const after = await everythingOf(open.kysely, scene.ada.id);
      const atHost = changes.filter(
        (change) => change.includes(scene.ada.photo.id) || change.includes(scene.ada.result.id),
      );
      return { answer, adas: { ...after, atHost }, untouched: { ...before, atHost: [] } };
    }

    test("finds another member's row when both filters and policies are off", async () => {
      const taken = plugin.removed;
      const query = { id: scene.ada.photo.id, owner: scene.bayo.id };
      const found = await unguarded.asMember(query.owner, (sql) =>
        sql
          .selectFrom("photos as p")
          .select("p.id")
          .where("p.id", "=", query.id)
          .where("p.user_id", "=", query.owner)
          .execute(),
      );
      expect(found).toEqual([{ id: query.id }]);
      expect(plugin.removed).toBe(taken + 1);
      const kept = await open.kysely
        .selectFrom("photos as p")
        .select("p.id")
        .where("p.id", "=", query.id)
        .where("p.user_id", "=", query.owner)
        .execute();
      expect(kept).toEqual([]);
    });

    describe.for(attempts)("$what", (attempt) => {
      test("answers as for a missing row and changes nothing", async () => {
        const { answer, adas, untouched } = await tried(attempt, guarded);
        expect(answer).toEqual(attempt.refused(scene));
        expect(adas).toEqual(untouched);
      });

      if (attempt.heldBy) return;
      test("would succeed without row level security", async () => {
        const { answer, adas, untouched } = await tried(attempt, unguarded);
        expect({ answer, adas }).not.toEqual({ answer: attempt.refused(scene), adas: untouched });
      });
    });
  });
}
