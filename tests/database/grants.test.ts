import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenEngine, supabase } from "./engines.ts";

for (const engine of [...engines, supabase]) {
  describe.skipIf(engine.missing)(`grants of the API roles on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    const texts = async (query: string) =>
      (await sql.raw<{ text: string }>(query).execute(open.kysely)).rows.map((row) => row.text).sort();

    test("match the matrix for tables and columns", async () => {
      expect(await texts(tableGrants)).toEqual(expectedTableGrants);
    });

    test("match the matrix for functions", async () => {
      expect(await texts(functionGrants)).toEqual(expectedFunctionGrants);
    });

    test("include no sequence", async () => {
      expect(await texts(sequenceGrants)).toEqual([]);
    });

    test("let members use public and auth.uid, but not private, and let no role create objects", async () => {
      expect(await texts(schemaGrants)).toEqual([
        "auth anon usage",
        "auth authenticated usage",
        "auth service_role usage",
        "public anon usage",
        "public authenticated usage",
        "public service_role usage",
      ]);
    });

    test("apply to tables in public and private that all have row level security", async () => {
      const open = await texts(`select format('%s.%s', relnamespace::regnamespace, relname) as text from pg_class
        where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not relrowsecurity`);
      expect(open).toEqual([]);
    });

    test("include no view, which would read with its owner's rights", async () => {
      const views =
        await texts(`select format('%s.%s', schemaname, viewname) as text from pg_views where schemaname in ('public', 'private')
        union all select format('%s.%s', schemaname, matviewname) from pg_matviews`);
      expect(views).toEqual([]);
    });

    test("follow one policy per operation, for signed-in members only", async () => {
      expect(
        await texts(`select format('%s %s %s', tablename, lower(cmd), roles) as text from pg_policies
          where schemaname in ('public', 'private')`),
      ).toEqual(expectedPolicies);
    });

    test("follow policies that compare the caller's id once per statement", async () => {
      const loose = await texts(`select format('%s: %s', tablename, policyname) as text from pg_policies
        where schemaname in ('public', 'private')
        and coalesce(qual, with_check) not like '%( SELECT auth.uid() AS uid)%' or coalesce(qual, '') = 'true'`);
      expect(loose).toEqual([]);
    });

    test("include only security definer functions with an empty search path", async () => {
      const definers =
        await texts(`select proname || ': ' || coalesce(array_to_string(proconfig, ' '), 'none') as text from pg_proc
        where prosecdef and pronamespace in ('public'::regnamespace, 'private'::regnamespace)`);
      expect(definers.length).toBeGreaterThanOrEqual(4);
      expect(definers.filter((line) => !line.endsWith(': search_path=""'))).toEqual([]);
    });

    test("let only the service role bypass row level security", async () => {
      expect(
        await texts(`select rolname as text from pg_roles where (rolbypassrls or rolsuper or rolcanlogin)
          and rolname in ('anon', 'authenticated', 'service_role')`),
      ).toEqual(["service_role"]);
    });
  });
}

/** Grantees of an access control list; 0 is PUBLIC, which includes all three roles. */
const granted = (acl: string) => `lateral aclexplode(${acl}) as entry
  join pg_roles role on entry.grantee in (role.oid, 0) and role.rolname in ('anon', 'authenticated', 'service_role')`;

const ours = "('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)";

const tableGrants = `
  select format('%s.%s %s %s', relnamespace::regnamespace, relname, role.rolname, lower(entry.privilege_type)) as text
    from pg_class, ${granted("relacl")}
    where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace in ${ours}
  union
  select format('%s.%s %s %s (%s)', relnamespace::regnamespace, relname, role.rolname, lower(entry.privilege_type),
      string_agg(attname, ', ' order by attname))
    from pg_class join pg_attribute on attrelid = pg_class.oid, ${granted("attacl")}
    where relnamespace in ${ours} group by relnamespace, relname, role.rolname, entry.privilege_type
 `;

const functionGrants = `
  select distinct format('%s.%s %s', pronamespace::regnamespace, proname, role.rolname) as text
    from pg_proc, ${granted("coalesce(proacl, acldefault('f', proowner))")}
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;

const sequenceGrants = `
  select format('%s %s %s', relname, role.rolname, lower(entry.privilege_type)) as text
    from pg_class, ${granted("relacl")} where relkind = 'S' and relnamespace in ${ours}`;

const schemaGrants = `
  select distinct format('%s %s %s', nspname, role.rolname, lower(entry.privilege_type)) as text
    from pg_namespace, ${granted("nspacl")}
    where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'extensions')`;

/**
 * All rights of the three API roles, written out: `<schema>.<table> <role> <privilege>`, with the columns in
 * parentheses if the right does not cover the whole table. Add each new grant here.
 */
export const expectedTableGrants = [
  "public.batches authenticated select",
  "public.batches service_role insert",
  "public.batches service_role select",
  "public.coin_transactions authenticated select",
  "public.coin_transactions service_role select",
  "public.deleted_requests authenticated select",
  "public.deleted_requests service_role delete",
  "public.deleted_requests service_role insert",
  "public.deleted_requests service_role select",
  "public.done_notices authenticated select",
  "public.done_notices service_role delete",
  "public.done_notices service_role select",
  "public.done_notices service_role update (claimed_at, tries)",
  "public.draft_photos authenticated delete",
  "public.draft_photos authenticated insert (draft_id, photo_id, position, user_id)",
  "public.draft_photos authenticated select",
  "public.draft_photos service_role select",
  "public.drafts authenticated delete",
  "public.drafts authenticated insert (answers, id, photo_id, tool, user_id)",
  "public.drafts authenticated select",
  "public.drafts authenticated update (answers, photo_id, updated_at)",
  "public.drafts service_role delete",
  "public.drafts service_role select",
  "public.drafts service_role update (updated_at)",
  "public.photos authenticated select",
  "public.photos service_role delete",
  "public.photos service_role insert",
  "public.photos service_role select",
  "public.photos service_role update",
  "public.picture_removals service_role delete",
  "public.picture_removals service_role insert",
  "public.picture_removals service_role select",
  "public.picture_removals service_role update",
  "public.presets authenticated delete",
  "public.presets authenticated select",
  "public.presets authenticated update (name)",
  "public.presets service_role insert (answers, name, tool, user_id)",
  "public.presets service_role select",
  "public.profiles authenticated select",
  "public.profiles authenticated update (display_name, keep_originals, wants_done_notices)",
  "public.profiles service_role select",
  "public.profiles service_role update (display_name, photos_sent_since, photos_sent_to, total_transformations)",
  "public.purchases authenticated select",
  "public.purchases service_role insert (amount_kobo, display_amount_usd_cents, display_currency, gems, package_id, package_name, reference, user_id)",
  "public.purchases service_role select",
  "public.purchases service_role update (checked_at, receipt_mailed_at, receipt_tries, status)",
  "public.refunds authenticated select",
  "public.refunds service_role select",
  "public.refunds service_role update (checked_at)",
  "public.share_reports service_role delete",
  "public.share_reports service_role insert (details, reason, reply_to, share_id, token)",
  "public.share_reports service_role select",
  "public.share_reports service_role update (mailed_at)",
  "public.shares authenticated select",
  "public.shares service_role insert (preview_width, shows_original, token, transformation_id, user_id)",
  "public.shares service_role select",
  "public.shares service_role update (revoked_at, shows_original, taken_down_at)",
  "public.transformation_looks authenticated select",
  "public.transformation_looks service_role insert",
  "public.transformation_looks service_role select",
  "public.transformations authenticated select",
  "public.transformations authenticated update (original_name, seen_at)",
  "public.transformations service_role delete",
  "public.transformations service_role insert",
  "public.transformations service_role select",
  "public.transformations service_role update",
  "public.tryouts service_role delete",
  "public.tryouts service_role insert",
  "public.tryouts service_role select",
  "public.tryouts service_role update (adopted_by, choice, claimed_by, draft_id, expires_at)",
  "public.unstored_results service_role delete",
  "public.unstored_results service_role insert",
  "public.unstored_results service_role select",
];

/** Our functions that an API role may call. */
export const expectedFunctionGrants = [
  "public.add_coins_to_user service_role",
  "public.admit_generations service_role",
  "public.credit_back_transformation service_role",
  "public.deduct_coins_for_transformation service_role",
  "public.done_notice_address service_role",
  "public.note_end service_role",
  "public.photos_before authenticated",
  "public.receipt_address service_role",
  "public.record_refunds service_role",
  "public.release_generation service_role",
  "public.return_coins_for_transformation service_role",
  "public.search_transformations authenticated",
  "public.settle_purchase service_role",
  "public.take_back_purchase service_role",
];

/** The row level security policies: `<table> <operation> <roles>`. */
export const expectedPolicies = [
  "batches select {authenticated}",
  "coin_transactions select {authenticated}",
  "deleted_requests select {authenticated}",
  "done_notices select {authenticated}",
  "draft_photos delete {authenticated}",
  "draft_photos insert {authenticated}",
  "draft_photos select {authenticated}",
  "drafts delete {authenticated}",
  "drafts insert {authenticated}",
  "drafts select {authenticated}",
  "drafts update {authenticated}",
  "photos select {authenticated}",
  "presets delete {authenticated}",
  "presets select {authenticated}",
  "presets update {authenticated}",
  "profiles select {authenticated}",
  "profiles update {authenticated}",
  "purchases select {authenticated}",
  "refunds select {authenticated}",
  "shares select {authenticated}",
  "transformation_looks select {authenticated}",
  "transformations select {authenticated}",
  "transformations update {authenticated}",
];

const app = join(import.meta.dirname, "../../app");

const callers: Record<string, string> = {
  "gallery/delete/delete-transformation.server.ts": "deletes rows and pictures; members have no right to delete rows",
  "gallery/rename/rename-transformation.server.ts": "renames the row with its picture; members do not write public ids",
  "gems/purchase-evidence.server.ts": "prints proof of delivery for the operator",
  "gems/receipts/receipt-mails.server.ts": "mails receipts to all members, at addresses that members cannot read",
  "gems/record-refunds.server.ts": "records the provider's refunds and moves their gems",
  "gems/refund-purchase.server.ts": "refunds as support decides",
  "gems/settle-purchase.server.ts": "credits a payment that the provider has confirmed",
  "gems/start-purchase.server.ts": "stores the price and the reference, which members must not set",
  "gems/sweep-purchases.server.ts": "checks the pending payments of all members",
  "marketing/try/tryouts.server.ts": "stores photos of visitors without an account",
  "photos/retention/sweep-photos.server.ts": "removes unused photos and originals past their time, of all members",
  "photos/storing/delete-picture.server.ts": "deletes a picture's row; members do not write public ids",
  "photos/storing/picture-removals.server.ts": "queues pictures for removal from the photo host, of all members",
  "photos/storing/rename-picture.server.ts": "renames a stored picture; members do not write public ids",
  "photos/storing/store-photo.server.ts": "inserts a stored photo; members do not write public ids",
  "server/observability/observed-adapters.server.ts": "times the port and makes no query of its own",
  "server/observability/read-backlog.server.ts": "counts the waiting work of all members",
  "services.server.ts": "passes the port on while the database opens; makes no query of its own",
  "sharing/open-share.server.ts": "shows a picture to everyone with its link",
  "sharing/reports/reports.server.ts": "saves reports of people without an account, and mails those of all reporters",
  "sharing/shares.server.ts": "makes a link with a secret, and ends it for its member or support",
  "tools/batch/request-batch.server.ts": "holds the gems of a batch",
  "tools/presets/save-preset.server.ts": "checks purchases before a preset is saved; members insert none themselves",
  "tools/runs/start-transformation.server.ts": "holds the gem of a draft",
  "transformations/ending/credit-back.server.ts": "returns a gem",
  "transformations/ending/end-transformation.server.ts": "settles or returns the gem",
  "transformations/notifications/mail-done-notices.server.ts":
    "mails notices to all members, at addresses that members cannot read, and removes them",
  "transformations/requesting/request-transformation.server.ts": "holds the gem",
  "transformations/running/run-transformation.server.ts": "moves the work on",
  "transformations/running/transformation-worker.server.ts": "puts back a job that has to wait for a service",
  "transformations/stored-looks.server.ts": "makes another look the result; members do not set a result's photo",
};

test("limits asService to the listed files", () => {
  const found = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.startsWith("server/database/"))
    .filter((file) => readFileSync(join(app, file), "utf8").includes("asService("));
  expect(found.sort()).toEqual(Object.keys(callers).sort());
});

test("limits role changes to the database's own files", () => {
  const found = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|sql)$/.test(file))
    .filter((file) => /service_role/.test(readFileSync(join(app, file), "utf8")))
    .filter((file) => !/^(server\/database|adapters\/embedded\/(database|identity))\//.test(file));
  expect(found).toEqual(["transformations/running/transformation-worker.server.ts"]);
});
