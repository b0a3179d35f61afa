import { randomUUID } from "node:crypto";
import { link, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  checkDisk,
  createDiskPhotoHost,
  type DiskPhotoHost,
} from "../../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import type { StoredPicture } from "../../../app/photos/photo-host.ts";
import { photoHostContract } from "./photo-host-contract.ts";

const log = { warn: vi.fn<() => void>() };
let directory: string;
let host: DiskPhotoHost;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "photo-host-"));
  host = createDiskPhotoHost({ directory, log });
});
afterAll(async () => {
  await host.close();
  await rm(directory, { recursive: true });
});

photoHostContract("the disk", () => host);

describe("the disk photo host", () => {
  test("makes one copy for several readers at once", async () => {
    const [publicId, copy] = [newId(), await jpeg("#123")];
    const derive = vi.fn<() => Promise<StoredPicture["bytes"]>>(async () => copy.bytes);
    const counting = createDiskPhotoHost({ directory, log, derive });
    await counting.put(publicId, copy);
    await Promise.all(Array.from({ length: 20 }, () => counting.derive(publicId, 320, "jpeg")));
    await counting.derive(publicId, 320, "jpeg");
    expect(derive).toHaveBeenCalledOnce();
    expect(await copiesOf(publicId)).toHaveLength(1);
  });

  test("finds stored pictures after a restart", async () => {
    const publicId = newId();
    await host.put(publicId, await jpeg("#123"));
    const copy = await host.derive(publicId, 320, "webp");
    const restarted = createDiskPhotoHost({ directory, log, derive: () => Promise.reject(new Error("made again")) });
    expect(await restarted.derive(publicId, 320, "webp")).toEqual(copy);
  });

  test("stores no copy of a picture that is deleted meanwhile", async () => {
    const publicId = newId();
    const copy = await jpeg("#123");
    const slow = createDiskPhotoHost({
      directory,
      log,
      derive: async () => {
        await slow.delete(publicId);
        return copy.bytes;
      },
    });
    await slow.put(publicId, copy);
    await slow.derive(publicId, 320, "jpeg");
    expect(await copiesOf(publicId)).toEqual([]);
  });

  test("derives from the new picture when it replaces the old one meanwhile", async () => {
    const [publicId, old, fresh] = [newId(), await jpeg("#f00"), await jpeg("#00f")];
    let making = () => {};
    const isMaking = new Promise<void>((resolve) => (making = resolve));
    let finish = () => {};
    const mayFinish = new Promise<void>((resolve) => (finish = resolve));
    const slow = createDiskPhotoHost({
      directory,
      log,
      derive: async ({ bytes }) => {
        if (Buffer.from(bytes).equals(old.bytes)) {
          making();
          await mayFinish;
        }
        return new Uint8Array(bytes);
      },
    });
    await slow.put(publicId, old);
    const early = slow.derive(publicId, 320, "jpeg");
    await isMaking;
    await slow.put(publicId, fresh);
    expect((await slow.derive(publicId, 320, "jpeg"))?.bytes).toEqual(fresh.bytes);
    finish();
    await early;
    expect((await slow.derive(publicId, 320, "jpeg"))?.bytes).toEqual(fresh.bytes);
  });

  test("answers even when the copy cannot be stored", async () => {
    const [publicId, copy] = [newId(), await jpeg("#123")];
    const full = join(directory, "full");
    const hostOnFullDisk = createDiskPhotoHost({ directory: full, log, derive: async () => copy.bytes });
    await hostOnFullDisk.put(publicId, copy);
    // A file in place of the directory for unfinished copies simulates a full disk.
    await rm(join(full, "incoming"), { recursive: true });
    await writeFile(join(full, "incoming"), "");
    expect(await hostOnFullDisk.derive(publicId, 320, "jpeg")).toEqual(copy);
    expect(log.warn).toHaveBeenCalledWith(expect.anything(), "a derived picture could not be stored");
  });

  test("keeps a picture when another of the same photo is deleted at the same time", async () => {
    const picture = await jpeg("#123");
    for (let round = 0; round < 20; round += 1) {
      const id = randomUUID();
      await host.put(`${id}/original`, picture);
      await Promise.all([host.delete(`${id}/original`), host.put(`${id}/enhanced`, picture)]);
      expect(await host.read(`${id}/enhanced`)).toEqual(picture);
    }
  });

  test("leaves no unfinished file behind and sweeps those of a killed process", async () => {
    const incoming = join(directory, "incoming");
    await host.put(newId(), await jpeg("#123"));
    expect(await readdir(incoming)).toEqual([]);
    const [abandoned, recent] = [join(incoming, "abandoned"), join(incoming, "recent")];
    await writeFile(abandoned, "half");
    await writeFile(recent, "half");
    const longAgo = Date.now() / 1000 - 2 * 3600;
    await utimes(abandoned, longAgo, longAgo);
    createDiskPhotoHost({ directory, log });
    await vi.waitFor(async () => expect(await readdir(incoming)).toEqual(["recent"]));
    await rm(recent);
  });

  test("completes a rename that was interrupted or already done", async () => {
    const [id, picture] = [randomUUID(), await jpeg("#123")];
    await host.put(`${id}/before`, picture);
    await host.rename(`${id}/before`, `${id}/after`);
    await host.rename(`${id}/before`, `${id}/after`);
    expect(await host.read(`${id}/after`)).toEqual(picture);

    const original = (name: string) => join(directory, "originals", id, name);
    await link(original("after"), original("later"));
    await host.rename(`${id}/after`, `${id}/later`);
    expect(await host.read(`${id}/later`)).toEqual(picture);
    expect(await host.read(`${id}/after`)).toBeNull();
  });

  test("restricts pictures to its own user", async () => {
    const publicId = newId();
    await host.put(publicId, await jpeg("#123"));
    expect((await stat(join(directory, "originals", publicId))).mode & 0o077).toBe(0);
  });
});

const newId = () => `${randomUUID()}/picture.jpg`;

async function jpeg(background: string): Promise<StoredPicture> {
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background } });
  return { bytes: new Uint8Array(await picture.jpeg().toBuffer()), mimeType: "image/jpeg" };
}

async function copiesOf(publicId: string): Promise<string[]> {
  try {
    return await readdir(join(directory, "derived", publicId));
  } catch {
    return [];
  }
}

async function folder() {
  const made = await mkdtemp(join(tmpdir(), "photogem-disk-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test("reports a disk with free space as healthy and leaves no file behind", async () => {
  const photos = join(await folder(), "photos");
  expect(await checkDisk(photos)).toBeNull();
  expect(await readdir(photos)).toEqual([]);
});

test("reports a disk without space for a photo and its result", async () => {
  expect(await checkDisk(await folder(), async () => 63 * 1024 * 1024)).toBe("is nearly full");
});

test("reports a directory that is not writable", async () => {
  const file = join(await folder(), "file");
  await writeFile(file, "");
  expect(await checkDisk(join(file, "photos"))).toBe("cannot be written to");
});
