import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDiskPhotoHost } from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { openDatabase } from "../../app/adapters/open-database.server.ts";
import { type OpenEngine, postgres } from "./engines.ts";
import { accountOf, newMember, newPhoto, newTransformation } from "./members.ts";
import { log } from "./transformation-scene.ts";

const publicId = "5f0c9a56-5a0e-4bb1-9a30-9b4fd8a2a001/lagos";
const picture = new Uint8Array([255, 216, 255, 224, 1, 2, 3]);

describe.skipIf(postgres.missing)("npm run data:export and data:import", () => {
  let folder: string;
  let memberId: string;
  let late: string;
  let home: OpenEngine;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "moving-commands-"));
    ({ memberId, late } = await livedIn(join(folder, "old")));
    home = await postgres.open(3);
  });
  afterAll(async () => {
    await home.close();
    await rm(folder, { recursive: true });
  });

  const npm = (environment: Record<string, string>, ...words: string[]) =>
    promisify(execFile)("npm", ["run", "--silent", ...words], {
      env: { PATH: process.env["PATH"] ?? "", ...environment },
    });
  const exported = () => join(folder, "export");
  const there = () => ({
    DATABASE_URL: home.queue.connectionString ?? "",
    SESSION_SECRET: "the same on every machine, 32 long",
    DATA_DIR: join(folder, "new"),
  });

  test("reject a mistyped DATA_DIR instead of exporting an empty product", async () => {
    const typed = npm({ DATA_DIR: join(folder, "odl") }, "data:export", exported());
    await expect(typed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("There is no database in") });
  });

  test("print the export's contents and the import's outcome", async () => {
    const { stdout: told } = await npm({ DATA_DIR: join(folder, "old") }, "data:export", exported());
    expect(told).toContain(" 2  public.transformations\n");
    expect(told).toContain(" 1  pictures, 0.0 MB\n\nThe host has no picture for 2 photos:\n");
    expect(told).toContain(`Exported to ${exported()}. There are addresses, photos and password hashes in it`);

    const { stdout: became } = await npm(there(), "data:import", exported());
    expect(became).toMatch(/^database {3}PostgreSQL, 127\.0\.0\.1:\d+\nimages {5}disk, /);
    expect(became).toMatch(/\n\d+ rows put in, each compared\.\n1 pictures put to the host, 0 were there; /);
    expect(became).toContain(
      "2 transformations wait again, 1 of them had waited over a day and gave their gems back.\n",
    );
    const host = createDiskPhotoHost({ directory: join(folder, "new/photos"), log });
    expect((await host.read(publicId))?.bytes).toEqual(picture);
    await host.close();
    const account = await accountOf(home.kysely, memberId);
    expect(account).toMatchObject({ coins: 1, sum: 1 });
    expect(account.ledger.map(({ type }) => type)).toEqual(["bonus", "usage", "usage", "refund"]);
    expect(account.ledger.at(-1)?.transformation_id).toBe(late);
  });
});

/** An embedded installation, stopped: a member, a photo with its picture, and two jobs, one of which waits since yesterday. */
async function livedIn(directory: string): Promise<{ memberId: string; late: string }> {
  const { kysely, close } = await openDatabase({ database: { kind: "embedded" } }, directory);
  const host = createDiskPhotoHost({ directory: join(directory, "photos"), log });
  const memberId = await newMember(kysely);
  await newPhoto(kysely, memberId, publicId);
  await host.put(publicId, { bytes: picture, mimeType: "image/jpeg" });
  const [late, waiting] = [await newTransformation(kysely, memberId), await newTransformation(kysely, memberId)];
  for (const id of [late, waiting]) {
    await sql`select public.deduct_coins_for_transformation(${memberId}, ${id}, 1)`.execute(kysely);
  }
  await sql`update transformations set created_at = now() - interval '2 days' where id = ${late}`.execute(kysely);
  await host.close();
  await close();
  return { memberId, late };
}
