import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { newPurchase } from "../../database/buying-scene.ts";

/** Gives the member a row of each kind that has an id in some address. Returns the ids, tokens and references. */
export async function ownSomething(
  kysely: Kysely<DB>,
  user_id: string,
  photos: string,
  photo: Buffer,
): Promise<string[]> {
  const [original, result, token] = [randomUUID(), randomUUID(), randomBytes(16).toString("hex")];
  for (const id of [original, result]) {
    const public_id = `${id}/photo`;
    const file = join(photos, "originals", public_id);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, photo);
    await kysely
      .insertInto("photos")
      .values({
        ...{ id, user_id, public_id, kind: id === original ? "original" : "result", file_name: "photo" },
        ...{ mime_type: "image/jpeg", width: 400, height: 300, bytes: photo.length },
        placeholder: "data:image/webp;base64,UklGRg==",
      })
      .execute();
  }
  const { id: draft } = await kysely
    .insertInto("drafts")
    .values({ user_id, tool: "surprise-me", photo_id: original })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: transformation } = await kysely
    .insertInto("transformations")
    .values({
      ...{ user_id, tool: "surprise-me", recipe: JSON.stringify({ tool: "surprise-me" }), original_name: "photo.jpg" },
      ...{ original_photo_id: original, original_url: `/images/${original}/full`, result_photo_id: result },
      ...{ status: "processing", coins_used: 1, idempotency_key: randomUUID() },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Its gem is held and settled as it would have been: the product looks at its whole ledger meanwhile.
  await sql`select public.deduct_coins_for_transformation(${user_id}, ${transformation}, 1)`.execute(kysely);
  await kysely
    .updateTable("transformations")
    .set({
      ...{ status: "completed", progress: 100, made_by: "Photogem" },
      enhanced_url: `/images/${result}/full`,
    })
    .where("id", "=", transformation)
    .execute();
  await kysely.updateTable("profiles").set({ total_transformations: 1 }).where("user_id", "=", user_id).execute();
  const share = await kysely
    .insertInto("shares")
    .values({ user_id, transformation_id: transformation, token, shows_original: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  const preset = await kysely
    .insertInto("presets")
    .values({ user_id, name: "Mine", tool: "surprise-me", answers: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const batch = await kysely
    .insertInto("batches")
    .values({ user_id, tool: "surprise-me", draft_id: draft, idempotency_key: randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const reference = await newPurchase({ database: createDatabase(kysely) }, user_id);
  return [user_id, original, result, draft, transformation, token, share.id, preset.id, batch.id, reference];
}
