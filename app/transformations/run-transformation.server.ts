import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { PhotoHost, StoredPicture } from "../photos/photo-host.ts";
import { describePicture } from "../photos/describe-picture.server.ts";
import { fileNameSegment } from "../photos/file-name.ts";
import { completeTransformation, failTransformation } from "./end-transformation.server.ts";
import type { GenerationOutcome, ImageGenerator, Recipe } from "./image-generator.ts";
import { progressAt } from "./progress.ts";

interface Running {
  database: Database;
  photoHost: PhotoHost;
  generator: ImageGenerator;
  /** The model's instructions for a recipe; a pure function of it. */
  promptFor: (recipe: Recipe) => string;
  log: Logger;
}

/** Problems that another try may mend; the others would only fail again. */
const worthRetrying = new Set(["busy", "timeout"]);

/** Thrown so that the queue tries again later. */
export class RetryLater extends Error {}

/**
 * Does the work of one transformation and ends it: completed with its result stored, or failed with its gem returned.
 * Safe to run again after a crash at any point: the result has one fixed id, and only a processing row can be ended.
 * @throws RetryLater when another try may succeed and `lastTry` is false.
 */
export async function runTransformation(
  running: Running,
  id: string,
  { signal, lastTry }: { signal: AbortSignal; lastTry: boolean },
): Promise<void> {
  const { database, photoHost, generator, log } = running;
  const work = await begin(database, id);
  if (!work) return;
  const original = work.public_id ? await photoHost.read(work.public_id) : null;
  if (!original) return void (await failTransformation(database, id, "failed"));

  const finished = work.finished_public_id ? await photoHost.read(work.finished_public_id) : null;

  const recipe = work.recipe as Recipe;
  const outcome = await generator.generate({
    recipe,
    prompt: running.promptFor(recipe),
    ...inputOf(original),
    finished: finished ? inputOf(finished) : undefined,
    signal,
    onProgress: () => {},
  });
  // Stopped from outside (a deploy, a lost worker): the job goes back to the queue, nothing is decided.
  if (signal.aborted) throw new RetryLater("aborted");
  if (!outcome.ok) {
    log.warn({ id, problem: outcome.problem, detail: outcome.detail }, "generation failed");
    if (worthRetrying.has(outcome.problem) && !lastTry) throw new RetryLater(outcome.problem);
    await failTransformation(database, id, outcome.problem);
    return;
  }
  await store(running, id, work, outcome);
}

const inputOf = ({ bytes, mimeType }: StoredPicture) =>
  ({ image: bytes, mimeType: mimeType === "image/png" ? "image/png" : "image/jpeg" }) as const;

/** Marks the work as begun. Null when there is nothing to do: ended, cancelled or deleted. */
async function begin(database: Database, id: string) {
  return database.asService(async (sql) => {
    const begun = await sql
      .updateTable("transformations")
      .set({ progress: progressAt.generating, started_at: new Date() })
      .where("id", "=", id)
      .where("status", "=", "processing")
      .returning("id")
      .executeTakeFirst();
    if (!begun) return null;
    return sql
      .selectFrom("transformations as t")
      .leftJoin("photos as p", "p.id", "t.original_photo_id")
      .leftJoin("transformations as parent", "parent.id", "t.parent_id")
      .leftJoin("photos as finished", "finished.id", "parent.result_photo_id")
      .select(["t.recipe", "t.original_name", "t.result_photo_id", "p.public_id"])
      .select("finished.public_id as finished_public_id")
      .where("t.id", "=", id)
      .executeTakeFirst();
  });
}

async function store(
  { database, photoHost, generator }: Running,
  id: string,
  work: { result_photo_id: string; original_name: string },
  outcome: Extract<GenerationOutcome, { ok: true }>,
) {
  const stillRunning = await database.asService((sql) =>
    sql
      .updateTable("transformations")
      .set({ progress: progressAt.saving })
      .where("id", "=", id)
      .where("status", "=", "processing")
      .returning("id")
      .executeTakeFirst(),
  );
  if (!stillRunning) return;
  const publicId = `${work.result_photo_id}/${fileNameSegment(work.original_name)}`;
  const described = await describePicture(outcome.image);
  await photoHost.put(publicId, { bytes: outcome.image, mimeType: outcome.mimeType });
  const completed = await completeTransformation(database, id, {
    publicId,
    fileName: work.original_name,
    mimeType: outcome.mimeType,
    ...described,
    bytes: outcome.image.byteLength,
    madeBy: generator.name,
    note: outcome.note ?? null,
  });
  if (!completed && !(await isDelivered(database, publicId))) await photoHost.delete(publicId);
}

/** True when another worker, which took this one for dead, has delivered the picture meanwhile. */
async function isDelivered(database: Database, publicId: string): Promise<boolean> {
  const photo = await database.asService((sql) =>
    sql.selectFrom("photos").select("id").where("public_id", "=", publicId).executeTakeFirst(),
  );
  return photo !== undefined;
}
