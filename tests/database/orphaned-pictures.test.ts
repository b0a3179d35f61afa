import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pino } from "pino";
import {
  type CloudinaryPhotoHost,
  createCloudinaryPhotoHost,
} from "../../app/adapters/hosted/cloudinary/cloudinary-photo-host.server.ts";
import type { Database } from "../../app/server/database/database.ts";
import type { PhotoInspection } from "../../app/photos/inspection/photo-inspection.ts";
import { sweepRemovals } from "../../app/photos/storing/picture-removals.server.ts";
import { uploadPhoto } from "../../app/photos/upload/upload-photo.server.ts";
import { type CloudinaryServer, startCloudinaryServer } from "../servers/cloudinary/cloudinary-server.ts";
import { type OpenEngine, pglite } from "./engines.ts";
import { newMember, newPhoto } from "./members.ts";
import {
  lastTry,
  log,
  openTransformationScene,
  RecordingGenerator,
  type TransformationScene,
} from "./transformation-scene.ts";
import {
  createDiskPhotoHost,
  type DiskPhotoHost,
} from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { unusedPhotoHours } from "../../app/photos/retention/limits.ts";
import { sweepUnusedPhotos } from "../../app/photos/retention/sweep-photos.server.ts";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import { requestTransformation } from "../../app/transformations/requesting/request-transformation.server.ts";

describe("pictures whose rows are deleted", () => {
  let scene: TransformationScene;
  let cloudinary: CloudinaryServer;
  let photoHost: CloudinaryPhotoHost;
  beforeAll(async () => {
    scene = await openTransformationScene(pglite);
    cloudinary = await startCloudinaryServer();
    photoHost = createCloudinaryPhotoHost({
      cloudinaryUrl: cloudinary.cloudinaryUrl,
      timeoutMs: 500,
      uploadTimeoutMs: 500,
    });
  });
  afterAll(async () => {
    await photoHost.close();
    await cloudinary.close();
    await scene.close();
  });
  beforeEach(async () => {
    await scene.open.kysely.deleteFrom("picture_removals").execute();
  });

  const photoInspection = {
    inspect: async () => ({
      ok: true,
      photo: {
        bytes: scene.picture,
        mimeType: "image/jpeg",
        width: 300,
        height: 200,
        placeholder: "data:image/webp;base64,AAAA",
      },
    }),
  } as unknown as PhotoInspection;

  /** A database that fails after this many transactions. */
  function lostAfter(transactions: number): Database {
    let left = transactions;
    const { database } = scene.open;
    return {
      ...database,
      asService: (work) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error("the database is gone")) : database.asService(work);
      },
    };
  }

  const upload = async (database: Database) =>
    uploadPhoto(
      { database, photoHost, photoInspection, log },
      {
        memberId: await newMember(scene.open.kysely),
        bytes: scene.picture,
        fileName: "ada.jpg",
        uploadKey: randomUUID(),
      },
    );
  const sweepAfter = (minutes: number) =>
    sweepRemovals({ database: scene.open.database, photoHost, log }, new Date(Date.now() + minutes * 60_000));
  const stored = () => cloudinary.store.assets.size;

  test("removes a picture without a row after an hour, and not before", async () => {
    const before = stored();
    await expect(upload(lostAfter(1))).rejects.toThrow("the database is gone");
    expect(stored()).toBe(before + 1);
    expect(await sweepAfter(30)).toBe(0);
    expect(await sweepAfter(61)).toBe(1);
    expect(stored()).toBe(before);
  });

  test("stores nothing when the database is lost beforehand", async () => {
    const before = stored();
    await expect(upload(lostAfter(0))).rejects.toThrow("the database is gone");
    expect(stored()).toBe(before);
  });

  test("accepts the repetition of an upload whose response was lost, and removes it after its hour", async () => {
    const before = stored();
    cloudinary.loseAnswer("upload", 1);
    expect(await upload(scene.open.database)).toEqual({ ok: false, problem: "not-stored" });
    expect(await sweepAfter(61)).toBe(1);
    expect(stored()).toBe(before);
  });

  test("never removes a picture with a row, however often it sweeps", async () => {
    const before = stored();
    const kept = await upload(scene.open.database);
    expect(await sweepAfter(600)).toBe(0);
    expect(stored()).toBe(before + 1);
    expect(kept).toMatchObject({ ok: true });
  });

  test("replaces or sweeps a result that was stored just before its process ended", async () => {
    const before = stored();
    const { id } = await scene.requested();
    const original = await scene.open.kysely
      .selectFrom("photos")
      .selectAll()
      .where("kind", "=", "original")
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    await photoHost.put(original.public_id, { bytes: scene.picture, mimeType: "image/jpeg" });
    const dying = {
      ...photoHost,
      put: async (publicId: string, picture: Parameters<typeof photoHost.put>[1]) => {
        await photoHost.put(publicId, picture);
        throw new Error("the process ended here");
      },
    };
    const turn = { ...lastTry, mayWait: true };
    await expect(scene.run(id, new RecordingGenerator(scene.made), turn, dying)).rejects.toThrow("not stored");
    expect(stored()).toBe(before + 2);
    await scene.run(id, new RecordingGenerator(scene.made), undefined, photoHost);
    expect(await sweepAfter(600)).toBe(0);
    expect(stored()).toBe(before + 2);
  });
});

describe("photos that no member uses", () => {
  let open: OpenEngine;
  let directory: string;
  let photoHost: DiskPhotoHost;
  beforeAll(async () => {
    open = await pglite.open();
    directory = await mkdtemp(join(tmpdir(), "unused-"));
    photoHost = createDiskPhotoHost({ directory, log });
  });
  afterAll(async () => {
    await photoHost.close();
    await open.close();
    await rm(directory, { recursive: true });
  });

  const log = pino({ level: "silent" });
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  async function storedPhoto(memberId: string) {
    const publicId = `${randomUUID()}/lagos`;
    await photoHost.put(publicId, { bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]), mimeType: "image/jpeg" });
    return { publicId, id: await newPhoto(open.kysely, memberId, publicId) };
  }

  test("removes picture, row and draft of an unused photo after a day, not an hour earlier", async () => {
    const memberId = await newMember(open.kysely);
    const photo = await storedPhoto(memberId);
    await open.kysely
      .insertInto("drafts")
      .values({ user_id: memberId, tool: "surprise-me", photo_id: photo.id })
      .execute();

    expect(await sweepUnusedPhotos({ database: open.database, photoHost, log }, later(unusedPhotoHours - 1))).toBe(0);
    expect(await photoHost.read(photo.publicId)).not.toBeNull();

    expect(await sweepUnusedPhotos({ database: open.database, photoHost, log }, later(unusedPhotoHours + 1))).toBe(1);
    expect(await photoHost.read(photo.publicId)).toBeNull();
    expect(await open.kysely.selectFrom("photos").select("id").where("id", "=", photo.id).execute()).toEqual([]);
    expect(await open.kysely.selectFrom("drafts").select("id").where("user_id", "=", memberId).execute()).toEqual([]);
  });

  test("retains a transformation's original", async () => {
    const memberId = await newMember(open.kysely);
    const photo = await storedPhoto(memberId);
    const request = {
      memberId,
      recipe: { tool: "surprise-me" },
      name: "Lagos",
      photoId: photo.id,
      draftId: null,
      idempotencyKey: randomUUID(),
    };
    const queue = { add: async () => {} };
    await requestTransformation({ database: open.database, queue, generationLimits }, request);
    expect(await sweepUnusedPhotos({ database: open.database, photoHost, log }, later(unusedPhotoHours + 1))).toBe(0);
    expect(await photoHost.read(photo.publicId)).not.toBeNull();
  });

  test("removes a photo later when its host does not answer", async () => {
    const memberId = await newMember(open.kysely);
    const photo = await storedPhoto(memberId);
    const away = { ...photoHost, delete: () => Promise.reject(new Error("host away")) };
    expect(
      await sweepUnusedPhotos({ database: open.database, photoHost: away, log }, later(unusedPhotoHours + 1)),
    ).toBe(1);
    expect(await photoHost.read(photo.publicId)).not.toBeNull();
    expect(await sweepRemovals({ database: open.database, photoHost, log }, later(unusedPhotoHours + 2))).toBe(1);
    expect(await photoHost.read(photo.publicId)).toBeNull();
  });
});
