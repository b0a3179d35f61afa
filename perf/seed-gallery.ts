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
import { type Account, newAccount } from "../tests/resilience/product/visitor.ts";

/** Results on one page of the gallery. */
export const galleryPageSize = 24;

export interface SeededResult {
  transformationId: string;
  resultPhotoId: string;
}

export interface FullGallery {
  account: Account;
  /** A page full of results, newest last. */
  results: SeededResult[];
  /** A transformation that stays at work, older than all results: it has no job. */
  runningId: string;
  /** The newest three results, made in one batch. */
  batchId: string;
  presetId: string;
}

const scenes = new URL("../app/darkroom/scenes/", import.meta.url);
const size = { width: 1920, height: 1440 };

/**
 * A member with a full page of results in the data directory of a stopped product: real ones would take a minute. Pictures
 * are our own scenes with the detail of photographs, at the size of results, lying and upright in turn: as heavy on every
 * machine.
 */
export async function seedGallery(dataDirectory: string): Promise<FullGallery> {
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  const host = createDiskPhotoHost({ directory: join(dataDirectory, "photos"), log: console });
  try {
    const account = await newAccount(kysely, 2);
    const results: SeededResult[] = [];
    for await (const shot of shots(galleryPageSize)) {
      const original = await shot.clone().jpeg({ quality: 90 }).toBuffer();
      const result = await shot.modulate({ saturation: 1.2, brightness: 1.05 }).jpeg({ quality: 92 }).toBuffer();
      const at = results.length;
      results.push(await seedResult({ kysely, host, memberId: account.id }, { original, result, at }));
    }
    const ids = results.slice(-3).map(({ transformationId }) => transformationId);
    return {
      account,
      results,
      runningId: await seedRunning(kysely, account.id),
      batchId: await seedBatch(kysely, account.id, ids),
      presetId: await seedPreset(kysely, account.id),
    };
  } finally {
    await host.close();
    await close();
  }
}

async function* shots(count: number) {
  const names = (await readdir(scenes)).toSorted();
  const detail = await photographicDetail();
  for (let at = 0; at < count; at++) {
    const scene = new URL(names[at % names.length] ?? "", scenes).pathname;
    const whole = await sharp(scene)
      .resize({ ...size, position: at < names.length ? "centre" : "west" })
      .composite([{ input: detail, blend: "soft-light" }])
      .jpeg({ quality: 95 })
      .toBuffer();
    yield at % 2 ? sharp(whole).extract({ left: 420, top: 0, width: 1080, height: 1440 }) : sharp(whole);
  }
}

/**
 * Noise of equal strength in every octave, as photographs have it and our smooth scenes do not. The strength makes a
 * scene take 31 to 36 kB at 640 px; photographs take 21 to 34 (and derive-child.server.ts counts on 34).
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

/** The sweepers leave it alone for longer than a measurement takes. */
async function seedRunning(kysely: Kysely<DB>, memberId: string): Promise<string> {
  const { id, ...oldest } = await kysely
    .selectFrom("transformations")
    .selectAll()
    .where("user_id", "=", memberId)
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
}

async function seedBatch(kysely: Kysely<DB>, memberId: string, ids: readonly string[]): Promise<string> {
  const batch = await kysely
    .insertInto("batches")
    .values({ user_id: memberId, tool: "surprise-me", idempotency_key: randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [index, id] of ids.entries()) {
    const place = { batch_id: batch.id, batch_position: index + 1 };
    await kysely.updateTable("transformations").set(place).where("id", "=", id).execute();
  }
  return batch.id;
}

async function seedPreset(kysely: Kysely<DB>, memberId: string): Promise<string> {
  const answers = JSON.stringify({ style: "sketch" });
  const preset = await kysely
    .insertInto("presets")
    .values({ user_id: memberId, name: "Pencil", tool: "art-style", answers })
    .returning("id")
    .executeTakeFirstOrThrow();
  return preset.id;
}
