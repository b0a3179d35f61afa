import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createDiskPhotoHost,
  type DiskPhotoHost,
} from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { unusedPhotoHours } from "../../app/photos/retention/limits.ts";
import { sweepRemovals } from "../../app/photos/storing/picture-removals.server.ts";
import { sweepUnusedPhotos } from "../../app/photos/retention/sweep-photos.server.ts";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import { requestTransformation } from "../../app/transformations/requesting/request-transformation.server.ts";
import { type OpenEngine, pglite } from "./engines.ts";
import { newMember, newPhoto } from "./members.ts";

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
  expect(await sweepUnusedPhotos({ database: open.database, photoHost: away, log }, later(unusedPhotoHours + 1))).toBe(
    1,
  );
  expect(await photoHost.read(photo.publicId)).not.toBeNull();
  expect(await sweepRemovals({ database: open.database, photoHost, log }, later(unusedPhotoHours + 2))).toBe(1);
  expect(await photoHost.read(photo.publicId)).toBeNull();
});
