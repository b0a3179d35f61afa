import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { newPurchase } from "../../database/buying-scene.ts";
import { newPhoto, newShare, newTransformation } from "../../database/members.ts";

/** Gives the member a row of each kind that has an id in some address. Returns the ids, tokens and references. */
export async function ownSomething(kysely: Kysely<DB>, user_id: string, photos: string, photo: Buffer) {
  const storePhoto = async () => {
    const publicId = `${randomUUID()}/photo`;
    const file = join(photos, "originals", publicId);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, photo);
    return newPhoto(kysely, user_id, publicId);
  };
  const [original, result] = [await storePhoto(), await storePhoto()];
  await kysely.updateTable("photos").set({ kind: "result" }).where("id", "=", result).execute();
  const transformation = await newTransformation(kysely, user_id);
  // Its gem is held and settled as it would have been: the product looks at its whole ledger meanwhile.
  await sql`select public.deduct_coins_for_transformation(${user_id}, ${transformation}, 1)`.execute(kysely);
  await kysely
    .updateTable("transformations")
    .set({
      ...{ status: "completed", progress: 100, made_by: "Photogem", original_photo_id: original },
      ...{ result_photo_id: result, enhanced_url: `/images/${result}/full` },
    })
    .where("id", "=", transformation)
    .execute();
  await kysely.updateTable("profiles").set({ total_transformations: 1 }).where("user_id", "=", user_id).execute();
  const token = await newShare(kysely, user_id, transformation);
  const tool = "surprise-me";
  const draft = await kysely
    .insertInto("drafts")
    .values({ user_id, tool, photo_id: original })
    .returning("id")
    .executeTakeFirstOrThrow();
  const preset = await kysely
    .insertInto("presets")
    .values({ user_id, name: "Mine", tool, answers: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const batch = await kysely
    .insertInto("batches")
    .values({ user_id, tool, draft_id: draft.id, idempotency_key: randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const reference = await newPurchase({ database: createDatabase(kysely) }, user_id);
  return [user_id, original, result, draft.id, transformation, token, preset.id, batch.id, reference];
}
