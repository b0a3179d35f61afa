import { randomUUID } from "node:crypto";
import { openPgliteDatabase } from "../app/adapters/embedded/database/pglite-database.server.ts";
import { progressAt } from "../app/transformations/progress.ts";
import type { SeededResult } from "./kept-results.ts";

/**
 * Gives the newest member a transformation that stays at work, older than their results: no job stands behind it, and
 * the sweepers leave it alone for longer than a measurement takes. Returns its id.
 */
export async function seedRunning(dataDirectory: string): Promise<string> {
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  try {
    const { id, ...oldest } = await kysely
      .selectFrom("transformations")
      .selectAll()
      .orderBy("created_at")
      .limit(1)
      .executeTakeFirstOrThrow();
    const running = await kysely
      .insertInto("transformations")
      .values({
        ...oldest,
        recipe: JSON.stringify(oldest.recipe),
        result_photo_id: randomUUID(),
        enhanced_url: null,
        status: "processing",
        progress: progressAt.generating,
        idempotency_key: `${id} once more`,
        created_at: new Date(oldest.created_at.getTime() - 60_000),
        started_at: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return running.id;
  } finally {
    await close();
  }
}

/** Makes finished results one batch, the first of them its first photo. Returns its id. */
export async function seedBatch(dataDirectory: string, results: readonly SeededResult[]): Promise<string> {
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  const ids = results.map(({ transformationId }) => transformationId);
  try {
    const { user_id } = await kysely
      .selectFrom("transformations")
      .select("user_id")
      .where("id", "in", ids)
      .limit(1)
      .executeTakeFirstOrThrow();
    const batch = await kysely
      .insertInto("batches")
      .values({ user_id, tool: "surprise-me", idempotency_key: randomUUID() })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [index, id] of ids.entries()) {
      const place = { batch_id: batch.id, batch_position: index + 1 };
      await kysely.updateTable("transformations").set(place).where("id", "=", id).execute();
    }
    return batch.id;
  } finally {
    await close();
  }
}

/** Gives the newest member choices of Pixel AI Art under a name. Returns their id. */
export async function seedPreset(dataDirectory: string): Promise<string> {
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  try {
    const { user_id } = await kysely
      .selectFrom("profiles")
      .select("user_id")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const preset = await kysely
      .insertInto("presets")
      .values({ user_id, name: "Pencil", tool: "art-style", answers: JSON.stringify({ style: "sketch" }) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return preset.id;
  } finally {
    await close();
  }
}
