import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { brand } from "../../brand.ts";
import type { Database } from "../../server/database/database.ts";
import type { PhotoHost, StoredPicture } from "../../photos/photo-host.ts";
import { describePicture } from "../../photos/describe-picture.server.ts";
import { fileNameSegment } from "../../photos/file-name.ts";
import { readDuringRename } from "../../photos/storing/rename-picture.server.ts";
import { announcePicture, removePictures } from "../../photos/storing/picture-removals.server.ts";
import { completeTransformation, failTransformation, type StoredImage } from "../ending/end-transformation.server.ts";
import { neededNothing } from "../ending/failures.ts";
import {
  type GenerationOutcome,
  type GenerationProblem,
  type ImageGenerator,
  modelFor,
  type Recipe,
} from "../image-generator.ts";
import { progressAt } from "../progress.ts";

interface Running {
  database: Database;
  photoHost: PhotoHost;
  generator: ImageGenerator;
  promptFor: (recipe: Recipe) => string;
  log: Logger;
  /** Between two uploads of one picture; a test does not wait. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** `gone`: ended or deleted meanwhile. */
export type RunOutcome = "completed" | "gone" | GenerationProblem;

export class RetryLater extends Error {
  /** Milliseconds to wait without using up a try; null when this try counts. */
  readonly waitMs: number | null;

  constructor(message: string, waitMs: number | null = null) {
    super(message);
    this.waitMs = waitMs;
  }
}

interface Turn {
  signal: AbortSignal;
  lastTry: boolean;
  /** Earlier tries. */
  tried?: number;
  /** Whether the job may wait without using up a try. */
  mayWait?: boolean;
}

const longestWaitMs = 120_000;
const waitForHostMs = 60_000;
/** A request that timed out may have been charged. */
const timeoutTries = 2;

/**
 * Generates one transformation and ends it. Repeatable after a crash at any point: the result has a fixed id, and only
 * a processing row can end. A paid picture that could not be stored waits in `unstored_results`; one whose process is
 * killed between the model's response and that row is bought again.
 * @throws RetryLater when a retry may succeed and `lastTry` is false, or after a wait.
 */
export async function runTransformation(running: Running, id: string, turn: Turn): Promise<RunOutcome> {
  const { signal, lastTry, tried = 0, mayWait = false } = turn;
  const { database, generator, log } = running;
  const work = await markStarted(database, id, generator);
  if (!work) return "gone";
  const outcome = (await readUnstored(database, id)) ?? (await generate(running, work, signal));
  if (!outcome) {
    await failTransformation(database, id, "failed");
    return "failed";
  }
  // Aborted by a deploy or a lost worker: the job returns to the queue.
  if (signal.aborted) throw new RetryLater("aborted");
  if (!outcome.ok) {
    const ending = { id, problem: outcome.problem, detail: outcome.detail };
    if (neededNothing(outcome.problem)) log.info(ending, "nothing to generate");
    else log.warn(ending, "generation failed");
    const { problem, retryAfterMs } = outcome;
    if (retryAfterMs !== undefined && mayWait) throw new RetryLater(problem, Math.min(retryAfterMs, longestWaitMs));
    const worthRetrying = problem === "busy" || (problem === "timeout" && tried + 1 < timeoutTries);
    if (worthRetrying && !lastTry) throw new RetryLater(problem);
    await failTransformation(database, id, problem);
    return problem;
  }
  try {
    return (await store(running, id, work, outcome)) ? "completed" : "gone";
  } catch (error) {
    // The darkroom's results cost nothing to make again.
    if (!(error instanceof NotStored) || !modelFor(generator, work.tool)) throw error;
    if (error.final || !mayWait) {
      log.error({ id, err: error.cause }, "a result could not be stored");
      await failTransformation(database, id, "failed");
      return "failed";
    }
    log.warn({ id, err: error.cause }, "a result could not be stored; its upload will be tried again");
    await keepUnstored(database, id, outcome);
    throw new RetryLater("not stored", waitForHostMs);
  }
}

/** Null when the photo was deleted. */
async function generate(
  running: Running,
  work: { recipe: unknown; original_photo_id: string | null; finished_photo_id: string | null },
  signal: AbortSignal,
): Promise<GenerationOutcome | null> {
  const original = await readPicture(running, work.original_photo_id);
  if (!original) return null;
  const finished = await readPicture(running, work.finished_photo_id);
  const recipe = work.recipe as Recipe;
  return running.generator.generate({
    recipe,
    prompt: running.promptFor(recipe),
    ...inputOf(original),
    finished: finished ? inputOf(finished) : undefined,
    signal,
    onProgress: () => {},
  });
}

type Made = Extract<GenerationOutcome, { ok: true }>;

async function readUnstored(database: Database, id: string): Promise<Made | null> {
  const row = await database.asService((sql) =>
    sql
      .selectFrom("unstored_results")
      .select(["image", "mime_type", "note"])
      .where("transformation_id", "=", id)
      .executeTakeFirst(),
  );
  if (!row) return null;
  const mimeType = row.mime_type === "image/png" ? "image/png" : "image/jpeg";
  return { ok: true, image: new Uint8Array(row.image), mimeType, ...(row.note === null ? {} : { note: row.note }) };
}

const keepUnstored = (database: Database, id: string, { image, mimeType, note = "" }: Made) =>
  database.asService((sql) =>
    sql
      .insertInto("unstored_results")
      .columns(["transformation_id", "image", "mime_type", "note"])
      .expression((eb) =>
        eb
          .selectFrom("transformations")
          .select(({ val, cast, ref }) => [
            ref("id").as("transformation_id"),
            cast<Buffer>(val(Buffer.from(image)), "bytea").as("image"),
            cast<string>(val(mimeType), "text").as("mime_type"),
            cast<string | null>(val(note || null), "text").as("note"),
          ])
          .where("id", "=", id)
          .where("status", "=", "processing"),
      )
      .onConflict((conflict) => conflict.column("transformation_id").doNothing())
      .execute(),
  );

async function readPicture({ database, photoHost }: Running, photoId: string | null): Promise<StoredPicture | null> {
  if (photoId === null) return null;
  const load = () =>
    database.asService((sql) =>
      sql.selectFrom("photos").select(["public_id", "renaming_to"]).where("id", "=", photoId).executeTakeFirst(),
    );
  const photo = await load();
  return photo ? readDuringRename(photo, load, photoHost.read) : null;
}

const inputOf = ({ bytes, mimeType }: StoredPicture) =>
  ({ image: bytes, mimeType: mimeType === "image/png" ? "image/png" : "image/jpeg" }) as const;

/** Also records that an outside AI receives the member's photos. Null when the transformation has ended. */
async function markStarted(database: Database, id: string, generator: ImageGenerator) {
  return database.asService(async (sql) => {
    const started = await sql
      .updateTable("transformations")
      .set({ progress: progressAt.generating, started_at: new Date() })
      .where("id", "=", id)
      .where("status", "=", "processing")
      .returning(["user_id", "tool"])
      .executeTakeFirst();
    if (!started) return null;
    const { name } = generator;
    if (modelFor(generator, started.tool)) {
      await sql
        .updateTable("profiles")
        .set({ photos_sent_to: name, photos_sent_since: new Date() })
        .where("user_id", "=", started.user_id)
        .where("photos_sent_to", "is distinct from", name)
        .execute();
    }
    return sql
      .selectFrom("transformations as t")
      .leftJoin("transformations as parent", "parent.id", "t.parent_id")
      .select(["t.recipe", "t.tool", "t.result_photo_id", "t.original_photo_id"])
      .select("parent.result_photo_id as finished_photo_id")
      .where("t.id", "=", id)
      .executeTakeFirst();
  });
}

async function store(
  running: Running,
  id: string,
  work: { result_photo_id: string; tool: string },
  outcome: Made,
): Promise<boolean> {
  const { database, generator } = running;
  const stillRunning = await database.asService((sql) =>
    sql
      .updateTable("transformations")
      .set({ progress: progressAt.saving })
      .where("id", "=", id)
      .where("status", "=", "processing")
      .returning("original_name as name")
      .executeTakeFirst(),
  );
  if (!stillRunning) return false;
  const { name } = stillRunning;
  const result = await putImage(running, work.result_photo_id, name, outcome);
  const looks = [];
  for (const { look, ...image } of outcome.looks ?? []) {
    const photoId = randomUUID();
    looks.push({ look, photoId, ...(await putImage(running, photoId, name, image)) });
  }
  const completed = await completeTransformation(database, id, {
    ...result,
    fileName: name,
    madeBy: modelFor(generator, work.tool)?.company ?? brand.name,
    note: outcome.note ?? null,
    looks,
  });
  // removePictures keeps pictures that have a row: a second worker may have delivered this result meanwhile.
  if (!completed)
    await removePictures(
      running,
      [result, ...looks].map(({ publicId }) => publicId),
    );
  return completed;
}

/** The photo host did not store a result. `final`: a retry cannot help. */
class NotStored extends Error {
  readonly final: boolean;

  constructor(cause: unknown) {
    super("the photo host did not take a result", { cause });
    this.final = cause instanceof Error && "code" in cause && cause.code === "EFBIG";
  }
}

const uploadPausesMs = [1_000, 3_000];

/**
 * Announces the image first: without a row it is removed again after an hour. Tries the upload three times.
 * @throws NotStored
 */
async function putImage(
  { database, photoHost, pause = setTimeout }: Running,
  photoId: string,
  name: string,
  { image, mimeType }: Pick<Made, "image" | "mimeType">,
): Promise<StoredImage> {
  const publicId = `${photoId}/${fileNameSegment(name)}`;
  const described = await describePicture(image);
  await announcePicture(database, publicId);
  for (let tried = 0; ; tried += 1) {
    try {
      await photoHost.put(publicId, { bytes: image, mimeType });
      break;
    } catch (error) {
      const failed = new NotStored(error);
      const next = uploadPausesMs[tried];
      if (failed.final || next === undefined) throw failed;
      await pause(next);
    }
  }
  return { publicId, mimeType, ...described, bytes: image.byteLength };
}
