import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { createDiskPhotoHost } from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { defaultGenerationLimits } from "../../app/transformations/requesting/limits.ts";
import type {
  GenerationOutcome,
  GenerationRequest,
  ImageGenerator,
} from "../../app/transformations/image-generator.ts";
import {
  requestTransformation,
  type TransformationRequest,
} from "../../app/transformations/requesting/request-transformation.server.ts";
import { runTransformation } from "../../app/transformations/running/run-transformation.server.ts";
import type { TransformationQueue } from "../../app/transformations/requesting/requesting.ts";
import type { Engine } from "./engines.ts";
import { accountOf, newMemberWithGems, newPhoto } from "./members.ts";

/** Members in these tests have gems without a purchase, and use all of them. */
const roomy = { ...defaultGenerationLimits, dailyWithoutPurchase: defaultGenerationLimits.dailyPerMember };

export const log = pino({ level: "silent" });

/** For tests that run the job themselves. */
const noQueue: TransformationQueue = { add: async () => {} };

export const lastTry = { signal: new AbortController().signal, lastTry: true };
export const firstTry = { ...lastTry, lastTry: false };

export type TransformationScene = Awaited<ReturnType<typeof openTransformationScene>>;

/** Opens a database and a photo host on disk, with members' actions on them. */
export async function openTransformationScene(engine: Engine) {
  const open = await engine.open();
  const directory = await mkdtemp(join(tmpdir(), "transformations-"));
  const photoHost = createDiskPhotoHost({ directory, log });
  const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: "#a52" } });
  const picture = new Uint8Array(await plain.jpeg().toBuffer());
  const made: GenerationOutcome = { ok: true, image: picture, mimeType: "image/jpeg", note: "cropped, not re-posed" };

  const request = (wanted: TransformationRequest, queue = noQueue) =>
    requestTransformation({ database: open.database, queue, generationLimits: roomy }, wanted);
  const running = (generator: ImageGenerator, host: PhotoHost = photoHost) => ({
    database: open.database,
    photoHost: host,
    generator,
    promptFor: ({ tool }: { tool: string }) => `prompt of ${tool}`,
    log,
    pause: async () => {},
  });
  const rowsOf = (memberId: string) =>
    open.kysely
      .selectFrom("transformations")
      .selectAll()
      .where("user_id", "=", memberId)
      .orderBy("created_at")
      .execute();
  const row = (id: string) =>
    open.kysely.selectFrom("transformations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  /** Stores a photo of this member and requests a transformation of it. */
  async function requestedBy(memberId: string, queue = noQueue) {
    const publicId = `${randomUUID()}/lagos`;
    await photoHost.put(publicId, { bytes: picture, mimeType: "image/jpeg" });
    const photoId = await newPhoto(open.kysely, memberId, publicId);
    const wanted = {
      memberId,
      recipe: { tool: "surprise-me" },
      name: "Lagos",
      photoId,
      draftId: null,
      idempotencyKey: randomUUID(),
    };
    const answer = await request(wanted, queue);
    if (!answer.ok) throw new Error(answer.problem);
    return { memberId, photoId, id: answer.transformationId, wanted };
  }

  return {
    open,
    photoHost,
    picture,
    made,
    request,
    running,
    rowsOf,
    row,
    /** A member with 2 + 8 gems, a stored photo and a requested transformation. */
    requested: async (queue = noQueue) => requestedBy(await newMemberWithGems(open.kysely, 8), queue),
    requestedBy,
    run: (id: string, generator: ImageGenerator, turn = lastTry, host?: PhotoHost) =>
      runTransformation(running(generator, host), id, turn),
    resultOf: async (id: string) => {
      const { result_photo_id: photoId } = await row(id);
      return open.kysely.selectFrom("photos").selectAll().where("id", "=", photoId).executeTakeFirst();
    },
    /** Names of the host's files for a photo. */
    storedFiles: async (photoId: string) => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && entry.parentPath.includes(photoId)).map((entry) => entry.name);
    },
    amounts: async (memberId: string) =>
      (await accountOf(open.kysely, memberId)).ledger.slice(2).map((entry) => entry.amount),
    close: async () => {
      await photoHost.close();
      await open.close();
      await rm(directory, { recursive: true });
    },
  };
}

type Answer = GenerationOutcome | ((request: GenerationRequest) => Promise<GenerationOutcome>);

/** An image generator that returns the prepared answers, repeats the last one, and records its requests. */
export class RecordingGenerator implements ImageGenerator {
  readonly name = "Recording engine";
  readonly model: ImageGenerator["model"] = { company: "Recorders", retentionDays: 1 };
  readonly requests: GenerationRequest[] = [];
  readonly #answers: Answer[];

  constructor(...answers: [Answer, ...Answer[]]) {
    this.#answers = answers;
  }

  refuses() {
    return null;
  }

  async generate(request: GenerationRequest): Promise<GenerationOutcome> {
    const answer = this.#answers[Math.min(this.requests.length, this.#answers.length - 1)];
    this.requests.push(request);
    if (!answer) throw new Error("no answer was prepared");
    return typeof answer === "function" ? answer(request) : answer;
  }

  async close() {}
}

export const problem = (name: Extract<GenerationOutcome, { ok: false }>["problem"]): GenerationOutcome => ({
  ok: false,
  problem: name,
  detail: `prepared: ${name}`,
});
