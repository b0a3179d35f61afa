import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import sharp from "sharp";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import type { Product } from "./product.ts";

export interface GivenTransformation {
  name: string;
  tool?: "portrait-studio" | "art-style" | "background-engine" | "surprise-me";
  status?: "processing" | "completed" | "failed";
  /** `gone` has its row and no file; `none` not even that. */
  picture?: "photo" | "transparent" | "gone" | "none";
  /** It took long, nobody looked, and its owner is still to be told. */
  untold?: true;
}

/** Puts transformations into the member's gallery, the first the newest, one a minute, as the worker leaves them. */
export async function fillGallery(product: Product, email: string, given: readonly GivenTransformation[]) {
  const files = await photoFixtures();
  await product.atRest(async ({ kysely, photoHost: host }) => {
    const found = await sql<{ id: string }>`select id from auth.users where email = ${email}`.execute(kysely);
    const user_id = found.rows[0]?.id;
    if (!user_id) throw new Error(`no account of ${email}`);
    const newest = Date.now() - 60_000;
    for (const [index, each] of given.entries()) {
      const { name, tool = "surprise-me", status = "completed", picture = "photo", untold = false } = each;
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
        if (picture !== "gone") await host.put(public_id, { bytes: new Uint8Array(bytes), mimeType: stored.mime_type });
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
      if (untold) await kysely.insertInto("done_notices").values({ id, user_id, transformation_id: id }).execute();
    }
  });
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
