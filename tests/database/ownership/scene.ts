import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../app/server/database/types.ts";
import type { PhotoHost } from "../../../app/photos/photo-host.ts";
import { newMemberWithGems, newPhoto, newShare } from "../members.ts";
import type { Services } from "../../../app/services.server.ts";

export type OwnershipScene = Awaited<ReturnType<typeof newOwnershipScene>>;

export const portraitAnswers = {
  background: "outdoor",
  template: "beach-sunset",
  attire: "maintain",
  gender: "female",
  pose: "maintain",
  angle: "front",
};

/** A member who owns one of everything, and another who owns a photo, a draft and gems. No other member has rows. */
export async function newOwnershipScene(kysely: Kysely<DB>) {
  await sql`delete from auth.users`.execute(kysely);
  await kysely.deleteFrom("picture_removals").execute();
  const [ada, bayo] = [await newMemberWithGems(kysely, 8), await newMemberWithGems(kysely, 30)];
  const sending = { photos_sent_to: "Recording engine", photos_sent_since: new Date(), keep_originals: true };
  await kysely
    .updateTable("profiles")
    .set({ display_name: "Ada", ...sending })
    .where("user_id", "=", ada)
    .execute();
  const photo = await newHostedPhoto(kysely, ada, "adas-photo");
  const uploadKey = randomUUID();
  await kysely.updateTable("photos").set({ upload_key: uploadKey }).where("id", "=", photo.id).execute();
  const result = await newHostedPhoto(kysely, ada, "adas-result");
  const draft = await newDraft(kysely, ada, photo.id);
  const completed = await newRow(kysely, ada, photo.id, {
    status: "completed",
    result_photo_id: result.id,
    enhanced_url: `/images/${result.id}/full`,
    made_by: "Recording engine",
  });
  const bright = await newHostedPhoto(kysely, ada, "adas-bright-result");
  const looks = { natural: result.id, bright: bright.id };
  for (const [look, photo_id] of Object.entries(looks)) {
    const row = { transformation_id: completed, look, photo_id, user_id: ada };
    await kysely.insertInto("transformation_looks").values(row).execute();
  }
  const processing = await newRow(kysely, ada, photo.id, { parent_id: completed });
  const failed = await newRow(kysely, ada, photo.id, { status: "failed", failure: "blocked", coins_used: 0 });
  for (const id of [completed, processing]) {
    await sql`select public.deduct_coins_for_transformation(${ada}, ${id}, 1)`.execute(kysely);
  }
  const batch = await newBatch(kysely, ada, failed, photo.id);
  // Old enough for a notice and for a poll; Ada has notices off.
  await sql`update transformations set created_at = now() - interval '5 minutes' where id = ${processing}`.execute(
    kysely,
  );
  await kysely
    .insertInto("done_notices")
    .values({ id: completed, user_id: ada, transformation_id: completed })
    .execute();
  await kysely.updateTable("profiles").set({ wants_done_notices: false }).where("user_id", "=", ada).execute();
  await newShare(kysely, ada, completed);
  const share = await kysely.selectFrom("shares").select("id").where("user_id", "=", ada).executeTakeFirstOrThrow();
  const preset = await kysely
    .insertInto("presets")
    .values({ user_id: ada, name: "Ada's beach", tool: "portrait-studio", answers: JSON.stringify(portraitAnswers) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const reference = `${Date.now()}-starter-NGN`;
  await kysely
    .insertInto("purchases")
    .values({ ...starter, user_id: ada, reference })
    .execute();
  const paid = `${Date.now()}-starter-USD`;
  const payment = { status: "paid", paid_at: new Date() } as const;
  await kysely
    .insertInto("purchases")
    .values({ ...starter, ...payment, user_id: ada, reference: paid })
    .execute();
  // Bayo's purchase includes presets, but he has saved none.
  await kysely
    .insertInto("purchases")
    .values({ ...starter, ...payment, package_id: "pro", user_id: bayo, reference: `${Date.now()}-pro-NGN` })
    .execute();
  const bayosPhoto = await newHostedPhoto(kysely, bayo, "bayos-photo");
  // Rows lie in the order of their last write: a query without a filter reads Ada's profile first.
  await kysely.updateTable("profiles").set({ display_name: "Bayo" }).where("user_id", "=", bayo).execute();
  return {
    ada: {
      id: ada,
      photo,
      result,
      uploadKey,
      draft,
      completed,
      processing,
      failed,
      ...batch,
      share: share.id,
      reference,
      paid,
      preset: preset.id,
    },
    bayo: { id: bayo, photo: bayosPhoto, draft: await newDraft(kysely, bayo, bayosPhoto.id) },
  };
}

const starter = {
  package_id: "starter",
  package_name: "Starter",
  gems: 8,
  amount_kobo: 100_000,
  display_currency: "NGN",
} as const;

/** Reads every row of this member. */
export async function everythingOf(kysely: Kysely<DB>, memberId: string) {
  const tables = [
    "profiles",
    "photos",
    "drafts",
    "draft_photos",
    "batches",
    "transformations",
    "transformation_looks",
    "shares",
    "presets",
    "done_notices",
    "purchases",
    "coin_transactions",
  ] as const;
  const rows = [];
  for (const table of tables) {
    const { rows: own } = await sql<{ row: unknown }>`select to_jsonb(t) as row from public.${sql.ref(table)} t
      where user_id = ${memberId} order by to_jsonb(t)::text`.execute(kysely);
    rows.push([table, own.map(({ row }) => row)] as const);
  }
  return Object.fromEntries(rows);
}

/** A photo host that only records the requested changes. */
export function recordingHost() {
  const changes: string[] = [];
  const host: PhotoHost = {
    put: async (publicId) => void changes.push(`put ${publicId}`),
    read: async () => ({ bytes: new Uint8Array(1), mimeType: "image/jpeg" }),
    derive: async () => ({ bytes: new Uint8Array(1), mimeType: "image/jpeg" }),
    rename: async (publicId, to) => void changes.push(`rename ${publicId} ${to}`),
    delete: async (publicId) => void changes.push(`delete ${publicId}`),
  };
  return { host, changes };
}

async function newHostedPhoto(kysely: Kysely<DB>, memberId: string, name: string) {
  const id = await newPhoto(kysely, memberId);
  const publicId = `${id}/${name}`;
  await kysely.updateTable("photos").set({ public_id: publicId, file_name: name }).where("id", "=", id).execute();
  return { id, publicId };
}

async function newDraft(kysely: Kysely<DB>, memberId: string, photoId: string): Promise<string> {
  const row = await kysely
    .insertInto("drafts")
    .values({
      user_id: memberId,
      tool: "portrait-studio",
      photo_id: photoId,
      answers: JSON.stringify(portraitAnswers),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** An unstarted run over one photo, and a batch whose only photo failed. */
async function newBatch(kysely: Kysely<DB>, memberId: string, failed: string, photoId: string) {
  const batchDraft = await newDraft(kysely, memberId, photoId);
  const place = { draft_id: batchDraft, photo_id: photoId, position: 1, user_id: memberId };
  await kysely.insertInto("draft_photos").values(place).execute();
  const { id: batch } = await kysely
    .insertInto("batches")
    .values({ user_id: memberId, tool: "portrait-studio", idempotency_key: randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const inBatch = { batch_id: batch, batch_position: 1 };
  await kysely.updateTable("transformations").set(inBatch).where("id", "=", failed).execute();
  return { batch, batchDraft };
}

type Columns = Partial<{
  status: string;
  failure: string;
  coins_used: number;
  result_photo_id: string;
  enhanced_url: string;
  made_by: string;
  parent_id: string;
}>;

async function newRow(kysely: Kysely<DB>, memberId: string, photoId: string, columns: Columns): Promise<string> {
  const row = await kysely
    .insertInto("transformations")
    .values({
      user_id: memberId,
      tool: "portrait-studio",
      recipe: JSON.stringify({ tool: "portrait-studio", ...portraitAnswers }),
      original_name: "Ada at the sea",
      original_photo_id: photoId,
      original_url: `/images/${photoId}/full`,
      idempotency_key: randomUUID(),
      ...columns,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Bayo, who knows every id of Ada's rows, and the services that answer his requests. */
export interface Attacker extends OwnershipScene {
  services: Pick<
    Services,
    "appUrl" | "database" | "photoHost" | "photoSight" | "queue" | "generationLimits" | "engine" | "log"
  >;
}

export interface Attempt {
  what: string;
  attempt: (attacker: Attacker) => Promise<unknown>;
  refused: (scene: OwnershipScene) => unknown;
  heldBy?: string;
}
