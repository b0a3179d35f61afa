import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { brand } from "../../brand.ts";
import type { Database } from "../../server/database/database.ts";
import type { PhotoHost, StoredPicture } from "../../photos/photo-host.ts";
import { describePicture } from "../../photos/describe-picture.server.ts";
import { fileNameSegment } from "../../photos/file-name.ts";
import { readDuringRename } from "../../photos/storing/read-during-rename.ts";
import { announcePicture, removePictures } from "../../photos/storing/picture-removals.server.ts";
import { completeTransformation, failTransformation, type StoredImage } from "../ending/end-transformation.server.ts";
import { neededNothing } from "../ending/failures.ts";
import type { GenerationOutcome, GenerationProblem, ImageGenerator, Recipe } from "../image-generator.ts";
import { progressAt } from "../progress.ts";

interface Running {
  database: Database;
  photoHost: PhotoHost;
  generator: ImageGenerator;
  promptFor: (recipe: Recipe) => string;
  log: Logger;
}

const worthRetrying = new Set(["busy", "timeout"]);

/** `gone`: ended or deleted meanwhile. */
export type RunOutcome = "completed" | "gone" | GenerationProblem;

export class RetryLater extends Error {}

/**
 * Generates one transformation and ends it. Repeatable after a crash at any point: the result has a fixed id, and only
 * a processing row can end.
 * @throws RetryLater when a retry may succeed and `lastTry` is false.
 */
export async function runTransformation(
  running: Running,
  id: string,
  { signal, lastTry }: { signal: AbortSignal; lastTry: boolean },
): Promise<RunOutcome> {
  const { database, generator, log } = running;
  const work = await markStarted(database, id, generator);
  if (!work) return "gone";
  const original = await readPicture(running, work.original_photo_id);
  if (!original) {
    await failTransformation(database, id, "failed");
    return "failed";
  }
  const finished = await readPicture(running, work.finished_photo_id);
  const recipe = work.recipe as Recipe;
  const outcome = await generator.generate({
    recipe,
    prompt: running.promptFor(recipe),
    ...inputOf(original),
    finished: finished ? inputOf(finished) : undefined,
    signal,
    onProgress: () => {},
  });
  // Aborted by a deploy or a lost worker: the job returns to the queue.
  if (signal.aborted) throw new RetryLater("aborted");
  if (!outcome.ok) {
    const ending = { id, problem: outcome.problem, detail: outcome.detail };
    if (neededNothing(outcome.problem)) log.info(ending, "nothing to generate");
    else log.warn(ending, "generation failed");
    if (worthRetrying.has(outcome.problem) && !lastTry) throw new RetryLater(outcome.problem);
    await failTransformation(database, id, outcome.problem);
    return outcome.problem;
  }
  return (await store(running, id, work, outcome)) ? "completed" : "gone";
}

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

/** Also records that an outside AI receives the member's photos. Null when already ended. */
async function markStarted(database: Database, id: string, { name, model }: ImageGenerator) {
  return database.asService(async (sql) => {
    const started = await sql
      .updateTable("transformations")
      .set({ progress: progressAt.generating, started_at: new Date() })
      .where("id", "=", id)
      .where("status", "=", "processing")
      .returning("user_id")
      .executeTakeFirst();
    if (!started) return null;
    if (model) {
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
      .select(["t.recipe", "t.result_photo_id", "t.original_photo_id"])
      .select("parent.result_photo_id as finished_photo_id")
      .where("t.id", "=", id)
      .executeTakeFirst();
  });
}

async function store(
  running: Running,
  id: string,
  work: { result_photo_id: string },
  outcome: Extract<GenerationOutcome, { ok: true }>,
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
    madeBy: generator.model?.company ?? brand.name,
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

/** Announces the image first: without a row it is removed again after an hour. */
async function putImage(
  { database, photoHost }: Running,
  photoId: string,
  name: string,
  { image, mimeType }: Pick<Extract<GenerationOutcome, { ok: true }>, "image" | "mimeType">,
): Promise<StoredImage> {
  const publicId = `${photoId}/${fileNameSegment(name)}`;
  const described = await describePicture(image);
  await announcePicture(database, publicId);
  await photoHost.put(publicId, { bytes: image, mimeType });
  return { publicId, mimeType, ...described, bytes: image.byteLength };
}
