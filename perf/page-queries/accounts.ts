import { sql, type Kysely } from "kysely";
import type { PageCursor } from "../../app/server/database/page-cursor.ts";
import type { DB } from "../../app/server/database/types.ts";

/** A member of the benchmark, with positions in their data. */
export interface Account {
  id: string;
  /** Number of transformations. The ledger has twice as many rows, and the welcome bonus. */
  size: number;
  /** A completed transformation from the middle of the account. */
  transformationId: string;
  /** Start of a page near the end: a page or two follow. */
  deepInGallery: PageCursor;
  deepInLedger: PageCursor;
}

/** Number of rows before a "deep" page. */
export interface Depth {
  gallery: number;
  ledger: number;
}

/**
 * Most members have few rows. The planner expects that of each member, so plans that read all of a member's rows go
 * wrong for large accounts.
 */
const background = { members: 2_000, size: 5 };

/** A word in the name of one transformation of each account. */
export const rareWord = "zanzibar";

/**
 * Fills an empty migrated database: one account of each size and a background of other members, each spread over the
 * last three years and stored in chronological order. Runs as the schema's owner and sets the sums that the product's
 * functions would maintain.
 */
export function fillAccounts(kysely: Kysely<DB>, sizes: { size: number; deep: Depth }[]): Promise<Account[]> {
  // Uses one connection, because temporary tables belong to a connection.
  return kysely.connection().execute((connection) => fill(connection, sizes));
}

async function fill(kysely: Kysely<DB>, sizes: { size: number; deep: Depth }[]): Promise<Account[]> {
  const wanted = [
    ...sizes.map(({ size }) => size),
    ...Array.from({ length: background.members }, () => background.size),
  ];
  await sql`create temporary table made as
    select gen_random_uuid() as member, size::integer, n::integer
    from unnest(${wanted}::integer[]) with ordinality as w (size, n)`.execute(kysely);
  // The trigger would count the rows one by one.
  await sql`alter table public.transformations disable trigger count_kept_transformations`.execute(kysely);
  for (const statement of [members, rows, originals, results, transformations, ledger, sums]) {
    await statement.execute(kysely);
  }
  await sql`alter table public.transformations enable trigger count_kept_transformations`.execute(kysely);
  const made = await sql<{ member: string }>`select member from made order by n limit ${sizes.length}`.execute(kysely);
  await sql`drop table made, made_rows`.execute(kysely);
  await sql`vacuum analyze`.execute(kysely);
  const accounts = [];
  for (const [at, wish] of sizes.entries()) accounts.push(await accountOf(kysely, made.rows[at]?.member ?? "", wish));
  return accounts;
}

const members = sql`insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
  select member, 'member-' || n || '@example.com', '{"full_name": "Ada Obi"}', now() from made`;

/** One row per transformation: nine of ten completed, the others failed, the newest still processing. */
const rows = sql`create temporary table made_rows as
  select member, r, size, gen_random_uuid() as id, gen_random_uuid() as original, gen_random_uuid() as result,
    now() - (size - r) * (interval '3 years' / size) as at,
    case when r = size then 'processing' when r % 10 = 3 then 'failed' else 'completed' end as status,
    (array['surprise-me', 'art-style', 'background-engine', 'portrait-studio'])[1 + r % 4] as tool,
    case when r = size / 2 then 'Zanzibar sunset ' else 'IMG_20260417_' end || lpad(r::text, 6, '0') || ' - Art' as name,
    -- Originals that were removed, and results that were lost.
    r % 16 <> 5 as keeps_original, r % 32 <> 9 as keeps_result
  from made cross join lateral generate_series(1, size) as r`;

const photo = (kind: "original" | "result", when: ReturnType<typeof sql>) => sql`
  insert into public.photos
    (id, user_id, kind, public_id, file_name, mime_type, width, height, bytes, placeholder, created_at)
  select ${sql.ref(kind)}, member, ${sql.lit(kind)}, ${sql.ref(kind)} || '/photo', name, 'image/jpeg', 1440, 1920, 420000,
    'data:image/webp;base64,' || repeat('UklGRjoAAABXRUJQ', 12), at
  from made_rows where ${when} order by at`;

const originals = photo("original", sql`keeps_original`);
const results = photo("result", sql`keeps_result and status = 'completed'`);

const transformations = sql`insert into public.transformations
    (id, user_id, tool, recipe, original_name, original_photo_id, original_url, result_photo_id, enhanced_url, status,
     progress, coins_used, failure, made_by, idempotency_key, created_at, started_at, finished_at)
  select id, member, tool, jsonb_build_object('tool', tool, 'style', 'watercolour', 'strength', 'balanced', 'note', name),
    name, case when keeps_original then original end, '/images/' || original || '/full', result,
    case when status = 'completed' then '/images/' || result || '/full' end, status,
    case when status = 'completed' then 100 else 65 end, case when status = 'failed' then 0 else 1 end,
    case when status = 'failed' then 'busy' end, 'Photogem', 'bench:' || id, at, at,
    case when status <> 'processing' then at end
  from made_rows order by at`;

/** A purchase of two gems and a usage of one for each transformation: the balance never falls below 0. */
const ledger = sql`insert into public.coin_transactions
    (user_id, type, amount, description, transformation_id, idempotency_key, created_at)
  select member, type, amount, description, transformation, type || ':' || id, at + later
  from made_rows cross join lateral (values
    ('purchase', 2, 'Starter purchase - 2 gems (Paystack Ref: bench-' || id || ')', null::uuid, interval '0'),
    ('usage', -1, name, id, interval '1 second')) as entry (type, amount, description, transformation, later)
  order by at + later`;

const sums = sql`update public.profiles p set
    coins = (select sum(amount) from public.coin_transactions c where c.user_id = p.user_id),
    kept_transformations = (select count(*) from public.transformations t where t.user_id = p.user_id),
    total_transformations =
      (select count(*) from public.transformations t where t.user_id = p.user_id and t.status = 'completed')`;

async function accountOf(
  kysely: Kysely<DB>,
  id: string,
  { size, deep }: { size: number; deep: Depth },
): Promise<Account> {
  const micros = sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`.as("micros");
  const newest = (table: "transformations" | "coin_transactions") =>
    kysely
      .selectFrom(table)
      .select(["id", micros])
      .where("user_id", "=", id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(1);
  const completed = newest("transformations").where("status", "=", "completed");
  return {
    id,
    size,
    transformationId: (await completed.offset(Math.floor(size / 2)).executeTakeFirstOrThrow()).id,
    deepInGallery: await newest("transformations")
      .offset(deep.gallery - 1)
      .executeTakeFirstOrThrow(),
    deepInLedger: await newest("coin_transactions")
      .offset(deep.ledger - 1)
      .executeTakeFirstOrThrow(),
  };
}
