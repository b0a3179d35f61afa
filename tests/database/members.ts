import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { DB } from "../../app/server/database/types.ts";

/** Smallest value that the schema accepts. */
const placeholder = "data:image/webp;base64,AAAA";

/** A new member with a confirmed address, a profile and the bonus of 2 gems. */
export async function newMember(kysely: Kysely<DB>, email = `member-${randomUUID()}@example.com`): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
    values (${id}, ${email}, '{"full_name": "Ada Obi"}', now())`.execute(kysely);
  return id;
}

/** A member with `bought` gems in addition to the bonus. */
export async function newMemberWithGems(kysely: Kysely<DB>, bought: number): Promise<string> {
  const id = await newMember(kysely);
  await sql`select public.add_coins_to_user(${id}, ${bought}, 'pro purchase', ${randomUUID()})`.execute(kysely);
  return id;
}

/** A row of the photos table, without a stored picture. */
export async function newPhoto(
  kysely: Kysely<DB>,
  memberId: string,
  publicId = `${randomUUID()}/photo`,
): Promise<string> {
  const row = await kysely
    .insertInto("photos")
    .values({
      user_id: memberId,
      kind: "original",
      public_id: publicId,
      file_name: "photo",
      mime_type: "image/jpeg",
      width: 900,
      height: 1200,
      bytes: 10,
      placeholder,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A transformation in progress without held gems. */
export async function newTransformation(kysely: Kysely<DB>, memberId: string): Promise<string> {
  const photoId = await newPhoto(kysely, memberId);
  const row = await kysely
    .insertInto("transformations")
    .values({
      user_id: memberId,
      tool: "surprise-me",
      recipe: JSON.stringify({ tool: "surprise-me" }),
      original_name: "Lagos",
      original_photo_id: photoId,
      original_url: `/images/${photoId}/full`,
      idempotency_key: randomUUID(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Adds a live link to a transformation. Returns its token. */
export async function newShare(kysely: Kysely<DB>, memberId: string, transformationId: string): Promise<string> {
  const token = randomUUID().replaceAll("-", "");
  await kysely
    .insertInto("shares")
    .values({ user_id: memberId, transformation_id: transformationId, token, shows_original: false })
    .execute();
  return token;
}

/** Balance, ledger and rows of one member, for the invariants. */
export async function accountOf(kysely: Kysely<DB>, memberId: string) {
  const profile = await kysely.selectFrom("profiles").selectAll().where("user_id", "=", memberId).executeTakeFirst();
  const ledger = await kysely
    .selectFrom("coin_transactions")
    .selectAll()
    .where("user_id", "=", memberId)
    .orderBy("id")
    .execute();
  return {
    coins: profile?.coins,
    completed: profile?.total_transformations,
    ledger,
    sum: ledger.reduce((sum, row) => sum + row.amount, 0),
  };
}
