import { randomUUID } from "node:crypto";
import { type KyselyPlugin, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenDatabase, openPgliteDatabase } from "../../app/adapters/embedded/database/pglite-database.server.ts";
import { readOverview } from "../../app/gallery/dashboard/overview.server.ts";
import type { Database } from "../../app/server/database/database.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { decodeCursor } from "../../app/server/database/page-cursor.ts";
import type { GalleryFilter } from "../../app/gallery/gallery-address.ts";
import { galleryPageSize, readGalleryPage } from "../../app/gallery/gallery-page.server.ts";
import { readSelected, selectedIds } from "../../app/gallery/gallery-item.server.ts";
import { newestFirst } from "../../app/gallery/gallery-query.server.ts";
import { artStyle } from "../../app/tools/art-style/art-style.ts";
import { startDraft } from "../../app/tools/drafts/draft.server.ts";
import { discardUnfinished, openInTool } from "../../app/tools/drafts/unfinished-draft.server.ts";
import { portraitStudio } from "../../app/tools/portrait-studio/portrait-studio.ts";
import { surpriseMe } from "../../app/tools/surprise-me/surprise-me.ts";
import { readTransactions, transactionsPageSize } from "../../app/account/settings/transactions.server.ts";

const longAgo = new Date("2020-01-01T00:00:00Z");

let open: OpenDatabase;
let database: Database;
let statements = 0;

beforeAll(async () => {
  open = await openPgliteDatabase(null);
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  };
  database = createDatabase(open.kysely.withPlugin(counter));
});
afterAll(() => open.close());

/** A member with a confirmed address, and therefore with the 2 gems of the welcome bonus. */
async function newMember(name: string) {
  const member = { id: randomUUID(), email: `${randomUUID()}@example.com` };
  await sql`insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
    values (${member.id}, ${member.email}, ${JSON.stringify({ full_name: name })}::jsonb, now())`.execute(open.kysely);
  return member;
}

interface Given {
  name?: string;
  status?: "processing" | "completed" | "failed";
  /** PostgreSQL's text format, to the microsecond. */
  createdAt: string;
}

/** A transformation as the worker leaves it, with its pictures. Returns the ids of row and pictures. */
async function newTransformation(memberId: string, { name = "Photo", status = "completed", createdAt }: Given) {
  const [id, original, result] = [randomUUID(), randomUUID(), randomUUID()];
  const photos = [
    { id: original, kind: "original" },
    ...(status === "completed" ? [{ id: result, kind: "result" }] : []),
  ];
  for (const photo of photos) {
    await open.kysely
      .insertInto("photos")
      .values({
        ...photo,
        user_id: memberId,
        public_id: `${photo.id}/photo`,
        file_name: "photo",
        mime_type: "image/jpeg",
        width: 1200,
        height: 900,
        bytes: 1000,
        placeholder: "data:image/webp;base64,AAAA",
      })
      .execute();
  }
  await open.kysely
    .insertInto("transformations")
    .values({
      id,
      user_id: memberId,
      tool: "surprise-me",
      recipe: JSON.stringify({ tool: "surprise-me" }),
      original_name: name,
      original_photo_id: original,
      original_url: `/images/${original}/full`,
      result_photo_id: result,
      enhanced_url: status === "completed" ? `/images/${result}/full` : null,
      status,
      progress: status === "completed" ? 100 : 65,
      failure: status === "failed" ? "blocked" : null,
      coins_used: status === "failed" ? 0 : 1,
      idempotency_key: randomUUID(),
      created_at: createdAt,
    })
    .execute();
  return { id, original, result };
}

const cursor = (text: string | null) => decodeCursor(text, "uuid");

describe("the dashboard's query", () => {
  test("shows the member's own figures and newest three", async () => {
    const [ada, bayo] = [await newMember("Ada Obi"), await newMember("Bayo")];
    for (const day of ["02", "03", "04", "05"]) {
      await newTransformation(ada.id, { name: `Ada ${day}`, createdAt: `2026-11-${day}T10:00:00Z` });
    }
    await newTransformation(ada.id, { name: "Ada in October", createdAt: "2026-10-31T22:59:59.999999Z" });
    await newTransformation(bayo.id, { name: "Bayo's", createdAt: "2026-11-06T10:00:00Z" });

    const overview = await readOverview(database, ada.id, new Date("2026-10-31T23:00:00Z"));

    expect(overview).toMatchObject({ displayName: "Ada Obi", gems: 2, thisMonth: 4 });
    expect(overview?.recent.map((entry) => entry.name)).toEqual(["Ada 05", "Ada 04", "Ada 03"]);
    expect(overview?.recent[0]?.createdAt).toEqual(new Date("2026-11-05T10:00:00Z"));
  });

  test("takes one statement beside the one that identifies the member", async () => {
    const ada = await newMember("Ada");
    statements = 0;
    await readOverview(database, ada.id, longAgo);
    expect(statements).toBe(2);
  });

  test("shows the result, and the original until then", async () => {
    const ada = await newMember("Ada");
    const failed = await newTransformation(ada.id, { status: "failed", createdAt: "2026-11-01T10:00:00Z" });
    const processing = await newTransformation(ada.id, { status: "processing", createdAt: "2026-11-02T10:00:00Z" });
    const completed = await newTransformation(ada.id, { createdAt: "2026-11-03T10:00:00Z" });

    const overview = await readOverview(database, ada.id, longAgo);

    expect(overview?.recent.map(({ status, picture, result }) => [status, picture?.src, result?.url ?? null])).toEqual([
      ["completed", `/images/${completed.result}/640.webp`, `/images/${completed.result}/full`],
      ["processing", `/images/${processing.original}/640.webp`, null],
      ["failed", `/images/${failed.original}/640.webp`, null],
    ]);
  });

  test("offers the newest draft with a photo that was not started, in every tool, until it is discarded", async () => {
    const [ada, bayo] = [await newMember("Ada"), await newMember("Bayo")];
    const started = await newTransformation(ada.id, { createdAt: "2026-11-01T10:00:00Z" });
    const photoId = (await newTransformation(ada.id, { createdAt: "2026-11-02T10:00:00Z" })).original;
    const unfinished = async (memberId = ada.id, draftId: string | null = null) =>
      (await readOverview(database, memberId, longAgo, draftId))?.unfinished ?? null;
    const first = await startDraft(database, ada.id, surpriseMe, { photoId, answers: {} });
    const done = await startDraft(database, ada.id, artStyle, { photoId: started.original, answers: {} });
    await sql`update public.transformations set draft_id = ${done} where id = ${started.id}`.execute(open.kysely);
    await startDraft(database, ada.id, artStyle, { photoId: null, answers: {} });

    expect(await unfinished()).toMatchObject({ id: first, place: "Surprise Me, Enhance", several: false });
    expect(await unfinished(bayo.id)).toBeNull();
    expect(await unfinished(bayo.id, first)).toBeNull();
    expect(await openInTool(database, bayo.id, first, artStyle)).toBeNull();
    expect(await openInTool(database, ada.id, done, artStyle)).toBeNull();

    const path = await openInTool(database, ada.id, first, portraitStudio);
    expect(path).toMatch(/^\/transform\?draft=[0-9a-f-]{36}&step=background$/);
    expect(await openInTool(database, ada.id, first, portraitStudio), "a second tap finds the same").toBe(path);
    expect(await unfinished()).toMatchObject({ path, place: "Portrait Studio, Background" });

    await discardUnfinished(database, bayo.id, first);
    expect(await unfinished(ada.id, first)).toMatchObject({ id: first });
    await discardUnfinished(database, ada.id, first);
    await discardUnfinished(database, ada.id, first);
    expect(await unfinished()).toBeNull();
    const kept = await sql`select id from public.drafts where id = ${done}`.execute(open.kysely);
    expect(kept.rows).toHaveLength(1);
  });

  test("is empty for a new member and null for a deleted account", async () => {
    const ada = await newMember("Ada");
    expect(await readOverview(database, ada.id, longAgo)).toMatchObject({ totalEnhanced: 0, thisMonth: 0, recent: [] });
    expect(await readOverview(database, randomUUID(), longAgo)).toBeNull();
  });
});

describe("a selection", () => {
  test("reads only the member's own rows, each once, with the result of completed ones", async () => {
    const [ada, bayo] = [await newMember("Ada"), await newMember("Bayo")];
    const done = await newTransformation(ada.id, { name: "Done", createdAt: "2026-11-02T10:00:00Z" });
    const running = await newTransformation(ada.id, { status: "processing", createdAt: "2026-11-03T10:00:00Z" });
    const theirs = await newTransformation(bayo.id, { createdAt: "2026-11-01T10:00:00Z" });
    const form = new URLSearchParams([done.id, theirs.id, done.id, running.id, "' or true"].map((id) => ["id", id]));

    const selected = await readSelected(database, ada.id, selectedIds(form));

    expect(selected.map(({ id, photo_id }) => [id, photo_id])).toEqual([
      [running.id, null],
      [done.id, done.result],
    ]);
    expect(await readSelected(database, ada.id, [])).toEqual([]);
  });
});

describe("the gallery's query", () => {
  test("pages through every transformation once, also within one microsecond", async () => {
    const ada = await newMember("Ada");
    const ids = new Set<string>();
    for (let index = 0; index < galleryPageSize * 2 + 1; index += 1) {
      // Groups of three have the same time; the times are one microsecond apart.
      const createdAt = `2026-11-02T10:00:00.${String(100_000 + Math.floor(index / 3)).padStart(6, "0")}Z`;
      ids.add((await newTransformation(ada.id, { createdAt })).id);
    }

    const first = await readGalleryPage(database, ada.id, null);
    const second = await readGalleryPage(database, ada.id, cursor(first.next));
    const third = await readGalleryPage(database, ada.id, cursor(second.next));

    expect([first, second, third].map((page) => [page.entries.length, page.total])).toEqual([
      [24, 49],
      [24, 49],
      [1, 49],
    ]);
    expect(third.next).toBeNull();
    const seen = [first, second, third].flatMap((page) => page.entries);
    expect(new Set(seen.map((entry) => entry.id))).toEqual(ids);
    const times = seen.map((entry) => entry.createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test("has no next page when the last one is exactly full", async () => {
    const ada = await newMember("Ada");
    for (let index = 0; index < galleryPageSize; index += 1) {
      await newTransformation(ada.id, { createdAt: `2026-11-02T10:00:${String(index).padStart(2, "0")}Z` });
    }
    expect(await readGalleryPage(database, ada.id, null)).toMatchObject({ total: galleryPageSize, next: null });
  });

  test("shows only the member's own rows, also with another member's cursor", async () => {
    const [ada, bayo] = [await newMember("Ada"), await newMember("Bayo")];
    await newTransformation(ada.id, { name: "Ada's", createdAt: "2026-11-01T10:00:00Z" });
    const theirs = await newTransformation(bayo.id, { name: "Bayo's", createdAt: "2026-11-02T10:00:00Z" });
    const micros = String(Date.parse("2026-11-02T10:00:00Z") * 1000);

    const page = await readGalleryPage(database, ada.id, { micros, id: theirs.id });

    expect(page).toMatchObject({ total: 1, next: null });
    expect(page.entries.map((entry) => entry.name)).toEqual(["Ada's"]);
  });

  test("filters by part of a name in any case, and by tool", async () => {
    const [ada, bayo] = [await newMember("Ada"), await newMember("Bayo")];
    for (const [index, name] of ["Owambe 100%", "ỌJÀ owambe", "Beach_day", "a\\b"].entries()) {
      await newTransformation(ada.id, { name, createdAt: `2026-11-01T10:00:0${index}Z` });
    }
    await newTransformation(bayo.id, { name: "Owambe of Bayo", createdAt: "2026-11-02T10:00:00Z" });
    await sql`update public.transformations set tool = 'art-style' where original_name = 'Beach_day'`.execute(
      open.kysely,
    );
    const found = async (search: string, tool: GalleryFilter["tool"] = "") => {
      const page = await readGalleryPage(database, ada.id, null, { search, tool });
      expect(page).toMatchObject({ total: page.entries.length, owned: 4, next: null });
      return page.entries.map((entry) => entry.name);
    };

    expect(await found("owambe")).toEqual(["ỌJÀ owambe", "Owambe 100%"]);
    expect(await found("ọjà")).toEqual(["ỌJÀ owambe"]);
    expect(await found("%")).toEqual(["Owambe 100%"]);
    expect(await found("_")).toEqual(["Beach_day"]);
    expect(await found("\\")).toEqual(["a\\b"]);
    expect(await found("' or true --")).toEqual([]);
    expect(await found("", "art-style")).toEqual(["Beach_day"]);
    expect(await found("owambe", "art-style")).toEqual([]);
  });

  test("counts and pages through filtered transformations", async () => {
    const ada = await newMember("Ada");
    for (let index = 0; index < galleryPageSize + 3; index += 1) {
      const createdAt = `2026-11-02T10:00:${String(index).padStart(2, "0")}Z`;
      await newTransformation(ada.id, { name: index % 2 ? "Beach" : `Photo ${index}`, createdAt });
      await newTransformation(ada.id, { name: "Photo beside it", createdAt });
    }
    const filter = { search: "photo", tool: "surprise-me" } as const;

    const first = await readGalleryPage(database, ada.id, null, filter);
    const second = await readGalleryPage(database, ada.id, cursor(first.next), filter);

    expect(first).toMatchObject({ total: 41, owned: 54 });
    expect([first.entries.length, second.entries.length, second.next]).toEqual([24, 17, null]);
    expect(new Set([...first.entries, ...second.entries].map((entry) => entry.id)).size).toBe(41);
  });

  test("searches a large gallery by the index of names, past the newest, and counts no further than 99", async () => {
    const [ada, bayo] = [await newMember("Ada"), await newMember("Bayo")];
    await sql`insert into public.transformations
      (user_id, tool, recipe, original_name, original_url, status, failure, idempotency_key, created_at)
      select ${ada.id}, case when n % 2 = 0 then 'art-style' else 'surprise-me' end, '{}',
        case when n in (3, 4) then 'Zanzibar ' else 'IMG_' end || n, '/images/x/full', 'failed', 'failed',
        gen_random_uuid()::text, timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 1000) n`.execute(
      open.kysely,
    );
    const search = (name: string, tool: GalleryFilter["tool"] = "", memberId = ada.id) =>
      readGalleryPage(database, memberId, null, { search: name, tool });

    expect((await search("zanzibar")).entries.map(({ name }) => name)).toEqual(["Zanzibar 4", "Zanzibar 3"]);
    expect((await search("ZANZ", "art-style")).entries.map(({ name }) => name)).toEqual(["Zanzibar 4"]);
    expect((await search("zanzibar", "", bayo.id)).entries).toEqual([]);
    const common = await search("img_");
    expect(common).toMatchObject({ total: 99, uncounted: true });
    const second = await readGalleryPage(database, ada.id, cursor(common.next), { search: "img_", tool: "" });
    expect([common, second].map(({ entries }) => [entries[0]?.name, entries.at(-1)?.name])).toEqual([
      ["IMG_1000", "IMG_977"],
      ["IMG_976", "IMG_953"],
    ]);
    expect(await search("", "art-style")).toMatchObject({ total: 99, uncounted: true });
  });

  test("takes one statement and counts no rows for the unfiltered total", async () => {
    const ada = await newMember("Ada");
    await newTransformation(ada.id, { createdAt: "2026-11-01T10:00:00Z" });
    statements = 0;
    await readGalleryPage(database, ada.id, null);
    // One statement sets the member, one reads.
    expect(statements).toBe(2);
    await readGalleryPage(database, ada.id, null, { search: "a", tool: "" });
    expect(statements).toBe(4);
    await sql`update public.profiles set kept_transformations = 7 where user_id = ${ada.id}`.execute(open.kysely);
    expect(await readGalleryPage(database, ada.id, null)).toMatchObject({ total: 7, owned: 7 });
  });

  test("reads each page through the owner's index, however far back it is", async () => {
    const ada = await newMember("Ada");
    await sql`insert into public.transformations
      (user_id, tool, recipe, original_name, original_url, status, failure, idempotency_key, created_at)
      select ${ada.id}, 'surprise-me', '{}', 'Photo', '/images/x/full', 'failed', 'failed', 'key-' || n || gen_random_uuid(),
        timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 10000) n`.execute(open.kysely);
    await sql`analyze public.transformations`.execute(open.kysely);
    const deep = { micros: String(Date.parse("2026-01-01T02:00:00Z") * 1000), id: randomUUID() };

    const plan = await database.asMember(ada.id, (member) => newestFirst(member, ada.id, 25, deep).explain("json"));

    const text = JSON.stringify(plan);
    expect(text).toContain("transformations_by_owner");
    expect(text).not.toContain('"Node Type":"Sort"');

    const ofTool = await database.asMember(ada.id, (member) =>
      newestFirst(member, ada.id, 25, deep, { search: "", tool: "art-style" }).explain("json"),
    );
    expect(JSON.stringify(ofTool)).toContain("transformations_by_owner_and_tool");
  });
});

describe("the transaction history's query", () => {
  test("pages through the member's own ledger, newest first", async () => {
    const [ada, bayo] = [await newMember("Ada"), await newMember("Bayo")];
    for (let index = 1; index <= transactionsPageSize; index += 1) {
      await sql`select public.add_coins_to_user(${ada.id}, ${index}, ${`Purchase ${index}`}, ${randomUUID()})`.execute(
        open.kysely,
      );
    }

    const first = await readTransactions(database, ada.id, null);
    const second = await readTransactions(database, ada.id, decodeCursor(first.next, "bigint"));
    const theirs = await readTransactions(database, bayo.id, decodeCursor(first.next, "bigint"));

    expect(first.transactions.map((row) => row.amount)).toEqual(
      Array.from({ length: transactionsPageSize }, (_, index) => transactionsPageSize - index),
    );
    expect(second.transactions).toMatchObject([{ type: "bonus", amount: 2, description: "Welcome bonus" }]);
    expect(second.next).toBeNull();
    expect(theirs.transactions.every((row) => row.description === "Welcome bonus")).toBe(true);
  });
});
