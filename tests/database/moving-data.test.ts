import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTransformationWorker } from "../../app/transformations/running/transformation-worker.server.ts";
import { exportedTables, skippedTables } from "../../bin/data/manifest.ts";
import { openBrowser } from "../contracts/identity/browser.ts";
import { onServer, type OpenEngine, postgres, supabase } from "./engines.ts";
import { accountOf, newMember, newPhoto, newTransformation } from "./members.ts";
import {
  email,
  exportedHousehold,
  type Household,
  newHome,
  type NewHome,
  password,
  registered,
} from "./moving-scene.ts";
import { log, RecordingGenerator } from "./transformation-scene.ts";
import { createDiskPhotoHost } from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { openDatabase } from "../../app/adapters/open-database.server.ts";

describe.skipIf(postgres.missing)("moving an embedded product to PostgreSQL and Cloudinary", () => {
  let old: Household;
  let home: NewHome;
  beforeAll(async () => void (old = await exportedHousehold()));
  afterAll(() => old.close());
  beforeEach(async () => void (home = await newHome()));
  afterEach(() => home.close());

  const rowsAt = (table: string) =>
    sql<{ count: string }>`select count(*) from ${sql.table(table)}`
      .execute(home.open.kysely)
      .then(({ rows }) => Number(rows[0]?.count));

  test("transfers every row, picture and balance, and the old password still works", async () => {
    const reported = await home.take(old.folder);
    expect(reported).toMatchObject({
      imported: { requeued: 12, returned: 1 },
      pictures: { put: 5, present: 0 },
    });
    expect(reported.findings.filter(({ violations }) => violations.length)).toEqual([]);
    const returned = { "public.coin_transactions": 1, "public.done_notices": 1 } as Record<string, number>;
    for (const [table, { rows }] of Object.entries(old.manifest.tables)) {
      expect([table, await rowsAt(table)]).toEqual([table, rows + (returned[table] ?? 0)]);
    }
    expect(old.manifest.tables["public.coin_transactions"]?.rows).toBeGreaterThan(30);

    const browser = openBrowser(home.identity.identity);
    expect(await browser.visit((session) => session.signIn({ email, password }))).toEqual({ ok: true });
    expect(await browser.visit((session) => session.provenMember())).toEqual({ id: old.memberId, email });
    const wrong = await openBrowser(home.identity.identity).visit((session) =>
      session.signIn({ email, password: "something else" }),
    );
    expect(wrong).toMatchObject({ ok: false, problem: "invalid-credentials" });

    const gallery = await home.open.database.asMember(old.memberId, (trx) =>
      trx.selectFrom("photos").select(["public_id", "kind"]).execute(),
    );
    expect(gallery.map(({ kind }) => kind).sort()).toEqual(["original", "original", "original", "original", "result"]);
    for (const { public_id: publicId } of gallery) {
      const before = await old.scene.photoHost.read(publicId);
      expect(await home.host.read(publicId)).toEqual(before);
    }
    const before = await accountOf(old.scene.open.kysely, old.memberId);
    const after = await accountOf(home.open.kysely, old.memberId);
    expect(before).toMatchObject({ coins: 6, sum: 6, completed: 1 });
    expect(after).toMatchObject({ coins: 7, sum: 7, completed: 1 });
    // The additional row refunds the job that had waited for two days. PGlite reads a bigint as a number, pg as text.
    const numbered = (ledger: typeof after.ledger) => ledger.map((row) => ({ ...row, id: Number(row.id) }));
    expect(numbered(after.ledger)).toEqual([
      ...numbered(before.ledger),
      expect.objectContaining({ transformation_id: old.late, amount: 1 }),
    ]);
  });

  test("completes waiting and running transformations there and charges their gem once", async () => {
    const reported = await home.take(old.folder);
    expect(reported.imported).toEqual({ requeued: 12, returned: 1 });
    const work = {
      ...old.scene.running(new RecordingGenerator(old.scene.made), home.host),
      database: home.open.database,
    };
    const worker = await startTransformationWorker(home.queue, work, { concurrency: 2, alone: false });
    const statuses = () =>
      home.open.kysely
        .selectFrom("transformations")
        .select(["id", "status"])
        .where("user_id", "=", old.memberId)
        .execute()
        .then((rows) => Object.fromEntries(rows.map(({ id, status }) => [id, status])));
    await vi.waitFor(
      async () =>
        expect(await statuses()).toEqual({
          [old.finished]: "completed",
          [old.begun]: "completed",
          [old.waiting]: "completed",
          [old.late]: "failed",
        }),
      { timeout: 30_000, interval: 100 },
    );
    await worker.stop();
    expect(await accountOf(home.open.kysely, old.memberId)).toMatchObject({ coins: 7, sum: 7, completed: 3 });
  });

  test("grants no second bonus, grants new members theirs and continues the ledger", async () => {
    await home.take(old.folder);
    const last = await rowsAt("coin_transactions");
    // The first address is another spelling of Bayo's mailbox, the second a new one.
    const again = await registered(home.identity, "b.ayo+again@gmail.com");
    expect(await accountOf(home.open.kysely, again)).toMatchObject({ coins: 0, ledger: [] });
    const first = await registered(home.identity, "first@example.com");
    const { ledger } = await accountOf(home.open.kysely, first);
    expect(ledger).toMatchObject([{ amount: 2, type: "bonus" }]);
    expect(Number(ledger[0]?.id)).toBeGreaterThanOrEqual(last);
  });

  test("completes an interrupted import on the second run and changes nothing on the third", async () => {
    home.cloudinary.fail("upload", { how: "refuse", status: 500 }, 1);
    await expect(home.take(old.folder)).rejects.toThrow(/Cloudinary/);
    const queue = { add: () => Promise.reject(new Error("the connection is lost")) };
    await expect(home.take(old.folder, { queue })).rejects.toThrow("the connection is lost");
    expect(await rowsAt("auth.users")).toBe(0);

    expect(await home.take(old.folder)).toMatchObject({ imported: { requeued: 12 }, pictures: { put: 0, present: 5 } });
    const ledger = await rowsAt("coin_transactions");
    expect(await home.take(old.folder)).toMatchObject({ imported: false, pictures: { put: 0, present: 5 } });
    expect(await rowsAt("coin_transactions")).toBe(ledger);
  });

  test("restores no deleted or renamed picture after members used the target, and repairs a lost one", async () => {
    await home.take(old.folder);
    const photos = await home.open.kysely
      .selectFrom("photos")
      .select(["id", "public_id"])
      .where("user_id", "=", old.memberId)
      .execute();
    const [deleted, renamed, moving, lost] = photos;
    if (!deleted || !renamed || !moving || !lost) throw new Error("too few photos came");
    await sql`delete from photos where id = ${deleted.id}`.execute(home.open.kysely);
    await sql`update photos set public_id = ${`${renamed.public_id}-new`} where id = ${renamed.id}`.execute(
      home.open.kysely,
    );
    await sql`update photos set public_id = ${`${moving.public_id}-old`}, renaming_to = ${moving.public_id}
      where id = ${moving.id}`.execute(home.open.kysely);
    for (const { public_id } of [deleted, renamed, moving, lost]) await home.host.delete(public_id);

    expect(await home.take(old.folder)).toMatchObject({
      imported: false,
      pictures: { put: 2, present: 1, skipped: 2 },
    });
    for (const { public_id } of [deleted, renamed]) expect(await home.host.read(public_id)).toBeNull();
    for (const { public_id } of [moving, lost]) expect(await home.host.read(public_id)).not.toBeNull();
  });

  test("refuses a used database, another schema and changed files without any change", async () => {
    const folder = await mkdtemp(join(tmpdir(), "changed-"));
    await cp(old.folder, folder, { recursive: true });
    const ledgerFile = join(folder, "tables/public.coin_transactions.ndjson");
    await writeFile(ledgerFile, (await readFile(ledgerFile, "utf8")).replace('"amount":2', '"amount":3'));
    await expect(home.take(folder)).rejects.toThrow("coin_transactions.ndjson is not as it was exported");
    const manifest = join(folder, "manifest.json");
    await writeFile(
      manifest,
      (await readFile(manifest, "utf8")).replace('"migrations": [', '"migrations": ["29991231235959",'),
    );
    await expect(home.take(folder)).rejects.toThrow("lacks the migrations 29991231235959: npm run migrate");
    await rm(manifest);
    await expect(home.take(folder)).rejects.toThrow("holds no whole export");
    await rm(folder, { recursive: true });
    expect(await rowsAt("auth.users")).toBe(0);

    await newMember(home.open.kysely);
    await expect(home.take(old.folder)).rejects.toThrow(/in use: there are rows of others in auth.users/);
    expect(await rowsAt("auth.users")).toBe(1);
  });

  test("runs as Supabase's own role and leaves nothing that Supabase Auth cannot read", async () => {
    const project = await newHome(supabase);
    try {
      await expect(project.take(old.folder)).rejects.toThrow("may not set session_replication_role");
      // Supabase grants this right to its `postgres` role.
      const parameter = "set on parameter session_replication_role";
      await onServer(`grant ${parameter} to supabase_postgres`);
      expect(await project.take(old.folder)).toMatchObject({ imported: { requeued: 12 } });
      await onServer(`revoke ${parameter} from supabase_postgres`);
      const browser = openBrowser(project.identity.identity);
      expect(await browser.visit((session) => session.signIn({ email, password }))).toEqual({ ok: true });
      const { rows } = await sql`select * from auth.users where id = ${old.memberId}`.execute(project.open.kysely);
      const tokens = { confirmation_token: "", recovery_token: "", email_change_token_new: "", email_change: "" };
      expect(rows).toMatchObject([{ ...tokens, aud: "authenticated", role: "authenticated" }]);
    } finally {
      await project.close();
    }
  });

  test("transfers every table or lists the reason why not", async () => {
    const { rows } = await sql<{ name: string }>`select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('auth', 'public', 'private')`.execute(home.open.kysely);
    expect(rows.map(({ name }) => name).sort()).toEqual([...exportedTables, ...Object.keys(skippedTables)].sort());
  });
});

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
    const { stdout: reported } = await npm({ DATA_DIR: join(folder, "old") }, "data:export", exported());
    expect(reported).toContain(" 2  public.transformations\n");
    expect(reported).toContain(" 1  pictures, 0.0 MB\n\nThe host has no picture for 2 photos:\n");
    expect(reported).toContain(`Exported to ${exported()}. There are addresses, photos and password hashes in it`);

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

/** A stopped embedded installation: a member, a photo with its picture, and two jobs, one waiting since yesterday. */
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
