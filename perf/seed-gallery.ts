import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import sharp from "sharp";
import { openPgliteDatabase } from "../app/adapters/embedded/database/pglite-database.server.ts";
import { createDiskPhotoHost } from "../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import type { DB } from "../app/server/database/types.ts";
import { describePicture } from "../app/photos/describe-picture.server.ts";
import type { PhotoHost } from "../app/photos/photo-host.ts";
import { progressAt } from "../app/transformations/progress.ts";

export interface SeededResult {
  transformationId: string;
  resultPhotoId: string;
}

const scenes = new URL("../app/darkroom/scenes/", import.meta.url);
const size = { width: 1920, height: 1440 };

/**
 * Gives the newest member `count` completed results, newest last, in the data directory of a product that is stopped:
 * waiting for as many real ones would take a minute. Pictures are our own scenes with the detail of photographs, at
 * the size results have, lying and upright in turn: as heavy on every machine.
 */
export async function seedResults(dataDirectory: string, count: number): Promise<SeededResult[]> {
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  const host = createDiskPhotoHost({ directory: join(dataDirectory, "photos"), log: console });
  try {
    const { user_id: memberId } = await kysely
      .selectFrom("profiles")
      .select("user_id")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const names = (await readdir(scenes)).toSorted();
    const detail = await photographicDetail();
    const kept: SeededResult[] = [];
    for (let at = 0; at < count; at++) {
      const scene = new URL(names[at % names.length] ?? "", scenes).pathname;
      const lying = sharp(scene).resize({ ...size, position: at < names.length ? "centre" : "west" });
      const whole = await lying
        .composite([{ input: detail, blend: "soft-light" }])
        .jpeg({ quality: 95 })
        .toBuffer();
      const upright = { left: 420, top: 0, width: 1080, height: 1440 };
      const shot = at % 2 ? sharp(whole).extract(upright) : sharp(whole);
      const [original, result] = [
        await shot.clone().jpeg({ quality: 90 }).toBuffer(),
        await shot.clone().modulate({ saturation: 1.2, brightness: 1.05 }).jpeg({ quality: 92 }).toBuffer(),
      ];
      kept.push(await seedResult({ kysely, host, memberId }, { original, result, at }));
    }
    return kept;
  } finally {
    await host.close();
    await close();
  }
}

/**
 * Noise of equal strength in every octave, as photographs have it and our smooth scenes do not. The strength makes a
 * scene take 31 to 36 kB at 640 px; photographs take 21 to 34 (and derive-picture.server.ts counts on 34).
 */
async function photographicDetail(): Promise<Buffer> {
  const layers = [240, 480, 960, 1920].map(async (width) => {
    const noise = { type: "gaussian", mean: 128, sigma: 18 } as const;
    const layer = sharp({ create: { width, height: width * 0.75, channels: 3, background: "#808080", noise } });
    return sharp(await layer.greyscale().png().toBuffer())
      .resize(size)
      .png()
      .toBuffer();
  });
  return sharp({ create: { ...size, channels: 3, background: "#808080" } })
    .composite((await Promise.all(layers)).map((input) => ({ input, blend: "soft-light" as const })))
    .png()
    .toBuffer();
}

interface StoringPhoto {
  kysely: Kysely<DB>;
  host: PhotoHost;
  memberId: string;
}

async function seedResult(
  keeping: StoringPhoto,
  { original, result, at }: { original: Buffer; result: Buffer; at: number },
): Promise<SeededResult> {
  const { kysely, memberId } = keeping;
  const originalId = await storePhoto(keeping, "original", original);
  const resultPhotoId = await storePhoto(keeping, "result", result);
  const { id: transformationId } = await kysely
    .insertInto("transformations")
    .values({
      user_id: memberId,
      tool: "surprise-me",
      recipe: JSON.stringify({ tool: "surprise-me" }),
      original_name: `IMG_20260417_1014${String(at).padStart(2, "0")}`,
      original_photo_id: originalId,
      original_url: `/images/${originalId}/full`,
      result_photo_id: resultPhotoId,
      enhanced_url: `/images/${resultPhotoId}/full`,
      status: "completed",
      progress: 100,
      made_by: "Photogem",
      idempotency_key: randomUUID(),
      created_at: new Date(Date.UTC(2026, 3, 17, 9, at)),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { transformationId, resultPhotoId };
}

async function storePhoto({ kysely, host, memberId }: StoringPhoto, kind: "original" | "result", file: Buffer) {
  const id = randomUUID();
  const bytes = new Uint8Array(file);
  await host.put(`${id}/photo`, { bytes, mimeType: "image/jpeg" });
  await kysely
    .insertInto("photos")
    .values({
      id,
      user_id: memberId,
      kind,
      public_id: `${id}/photo`,
      file_name: "photo",
      mime_type: "image/jpeg",
      bytes: bytes.byteLength,
      ...(await describePicture(bytes)),
    })
    .execute();
  return id;
}

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
