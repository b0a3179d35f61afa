import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import sharp from "sharp";
import type { DB } from "../../app/server/database/types.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import type { Failure } from "../../app/transformations/ending/failures.ts";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import type { Product } from "./product.ts";

export interface GivenTransformation {
  name: string;
  tool?: "portrait-studio" | "art-style" | "background-engine" | "surprise-me";
  status?: "processing" | "completed" | "failed";
  /** `lost`: a row without a file. `none`: no row. */
  picture?: "photo" | "transparent" | "lost" | "none";
  /** The run took long, its end was not seen, and its notice is still due. */
  untold?: true;
  /** The reason of the failure; the AI's safety filter by default. */
  failure?: Failure;
  /** A brighter and a more colourful look beside the result. */
  looks?: true;
}

/**
 * Adds transformations to the member's gallery, the newest first, one per minute, in the worker's final state. Returns
 * their ids.
 */
export async function fillGallery(product: Product, email: string, given: readonly GivenTransformation[]) {
  const files = await photoFixtures();
  const ids: string[] = [];
  await product.change(async ({ kysely, photoHost: host }) => {
    const found = await sql<{ id: string }>`select id from auth.users where email = ${email}`.execute(kysely);
    const user_id = found.rows[0]?.id;
    if (!user_id) throw new Error(`no account of ${email}`);
    const newest = Date.now() - 60_000;
    for (const [index, each] of given.entries()) {
      const { name, tool = "surprise-me", status = "completed", picture = "photo", untold = false } = each;
      const { failure = "blocked", looks = false } = each;
      const file = picture === "transparent" ? files.transparentPng : index % 2 ? files.portrait : files.snapshot;
      const bytes = await readFile(file);
      const [original, result] = [randomUUID(), randomUUID()];
      const kept = [
        { id: original, kind: "original" },
        { id: result, kind: "result" },
      ].slice(0, picture === "none" ? 0 : status === "completed" ? 2 : 1);
      for (const { id, kind } of kept) {
        const stored = await describe(bytes);
        const public_id = `${id}/photo`;
        if (picture !== "lost") await host.put(public_id, { bytes: new Uint8Array(bytes), mimeType: stored.mime_type });
        await kysely
          .insertInto("photos")
          .values({ ...stored, id, kind, user_id, public_id, file_name: "photo" })
          .execute();
      }
      const { id } = await kysely
        .insertInto("transformations")
        .values({
          user_id,
          tool,
          recipe: JSON.stringify({ tool }),
          original_name: name,
          ...(picture === "none" ? {} : { original_photo_id: original }),
          original_url: `/images/${original}/full`,
          result_photo_id: result,
          enhanced_url: status === "completed" ? `/images/${result}/full` : null,
          status,
          progress: status === "completed" ? 100 : 65,
          failure: status === "failed" ? failure : null,
          made_by: "Photogem",
          coins_used: status === "failed" ? 0 : 1,
          idempotency_key: randomUUID(),
          created_at: new Date(newest - index * 60_000),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      ids.push(id);
      if (looks) await addLooks({ kysely, host }, { id, user_id, result, bytes });
      if (untold) await kysely.insertInto("done_notices").values({ id, user_id, transformation_id: id }).execute();
    }
  });
  return ids;
}

/** Stores the result as the natural look, and two other looks of the same photo. */
async function addLooks(
  { kysely, host }: { kysely: Kysely<DB>; host: PhotoHost },
  { id, user_id, result, bytes }: { id: string; user_id: string; result: string; bytes: Buffer },
) {
  const row = { transformation_id: id, user_id };
  await kysely
    .insertInto("transformation_looks")
    .values({ ...row, look: "natural", photo_id: result })
    .execute();
  for (const [look, change] of Object.entries({ bright: { brightness: 1.25 }, vivid: { saturation: 1.8 } })) {
    const made = await sharp(bytes).modulate(change).jpeg().toBuffer();
    const photo_id = randomUUID();
    const public_id = `${photo_id}/photo`;
    await host.put(public_id, { bytes: new Uint8Array(made), mimeType: "image/jpeg" });
    await kysely
      .insertInto("photos")
      .values({ ...(await describe(made)), id: photo_id, kind: "result", user_id, public_id, file_name: "photo" })
      .execute();
    await kysely
      .insertInto("transformation_looks")
      .values({ ...row, look, photo_id })
      .execute();
  }
}

async function describe(bytes: Buffer) {
  const image = sharp(bytes);
  const { width, height, format } = await image.metadata();
  const small = await image.resize(16).webp({ quality: 40 }).toBuffer();
  return {
    width,
    height,
    bytes: bytes.length,
    mime_type: format === "png" ? ("image/png" as const) : ("image/jpeg" as const),
    placeholder: `data:image/webp;base64,${small.toString("base64")}`,
  };
}
