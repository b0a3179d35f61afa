import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { openPgliteDatabase } from "../app/adapters/embedded/database/pglite-database.server.ts";
import { createDiskPhotoHost } from "../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { describePicture } from "../app/photos/describe-picture.server.ts";
import { progressAt } from "../app/transformations/progress.ts";
import { newPhoto, newTransformation } from "../tests/database/members.ts";
import { type Account, newAccount } from "../tests/resilience/product/visitor.ts";

/** Results on one page of the gallery. */
export const galleryPageSize = 24;

export interface FullGallery {
  account: Account;
  /** A full page of results, newest last. */
  results: { transformationId: string; resultPhotoId: string }[];
  /** A transformation that stays in progress, because it has no job. Older than all results. */
  runningId: string;
  /** The newest three results, made in one batch. */
  batchId: string;
  presetId: string;
}

const scenes = new URL("../app/darkroom/scenes/", import.meta.url);
const size = { width: 1920, height: 1440 };

/**
 * Creates a member with a full page of results in a stopped product's data directory: real results would take a minute.
 * Pictures are our own scenes with the detail of photographs, at the size of results, landscape and portrait in turn:
 * as heavy on every machine.
 */
export async function seedGallery(dataDirectory: string): Promise<FullGallery> {
  const { kysely, close } = await openPgliteDatabase(dataDirectory);
  const host = createDiskPhotoHost({ directory: join(dataDirectory, "photos"), log: console });
  const account = await newAccount(kysely, 2);
  const user_id = account.id;
  const storePhoto = async (kind: "original" | "result", picture: Sharp) => {
    const bytes = new Uint8Array(await picture.toBuffer());
    const publicId = `${randomUUID()}/photo`;
    await host.put(publicId, { bytes, mimeType: "image/jpeg" });
    const id = await newPhoto(kysely, user_id, publicId);
    const described = { kind, bytes: bytes.byteLength, ...(await describePicture(bytes)) };
    await kysely.updateTable("photos").set(described).where("id", "=", id).execute();
    return id;
  };
  /** `at` determines the order of the rows. */
  const seedTransformation = async (at: number, original: string, result: string | null) => {
    const id = await newTransformation(kysely, user_id);
    await kysely
      .updateTable("transformations")
      .set({
        original_name: `IMG_20260417_1014${String(at).padStart(2, "0")}`,
        original_photo_id: original,
        original_url: `/images/${original}/full`,
        created_at: new Date(Date.UTC(2026, 3, 17, 9, at)),
        made_by: "Photogem",
        ...(result
          ? { result_photo_id: result, enhanced_url: `/images/${result}/full`, status: "completed", progress: 100 }
          : // The sweepers ignore this row for longer than a measurement takes.
            { progress: progressAt.generating, started_at: new Date() }),
      })
      .where("id", "=", id)
      .execute();
    return id;
  };
  try {
    const results: FullGallery["results"] = [];
    let runningId = "";
    for await (const shot of shots(galleryPageSize)) {
      const original = await storePhoto("original", shot.clone().jpeg({ quality: 90 }));
      const brighter = shot.modulate({ saturation: 1.2, brightness: 1.05 }).jpeg({ quality: 92 });
      const resultPhotoId = await storePhoto("result", brighter);
      runningId ||= await seedTransformation(0, original, null);
      results.push({
        transformationId: await seedTransformation(results.length + 1, original, resultPhotoId),
        resultPhotoId,
      });
    }
    const { id: batchId } = await kysely
      .insertInto("batches")
      .values({ user_id, tool: "surprise-me", idempotency_key: randomUUID() })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [index, { transformationId }] of results.slice(-3).entries()) {
      const place = { batch_id: batchId, batch_position: index + 1 };
      await kysely.updateTable("transformations").set(place).where("id", "=", transformationId).execute();
    }
    const { id: presetId } = await kysely
      .insertInto("presets")
      .values({ user_id, name: "Pencil", tool: "art-style", answers: JSON.stringify({ style: "sketch" }) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { account, results, runningId, batchId, presetId };
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
 * Noise of equal strength in every octave, which photographs have and our smooth scenes lack. With this strength a
 * scene takes 31 to 36 kB at 640 px; photographs take 21 to 34 (and derive-child.server.ts expects 34).
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
