import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Database, Sql } from "../../server/database/database.ts";
import { displayName, fileNameSegment } from "../../photos/file-name.ts";
import type { InspectedPhoto } from "../../photos/inspection/photo-inspection.ts";
import { PhotoNotStored } from "../../photos/storing/store-photo.server.ts";
import {
  announcePicture,
  cancelRemoval,
  removePictures,
  type Removing,
} from "../../photos/storing/picture-removals.server.ts";
import { saveDraft } from "../../tools/drafts/draft.server.ts";
import { withPresets } from "../../tools/answers.ts";
import { stepUrl } from "../../tools/wizard/steps.ts";
import { enhancement, tryoutChoice } from "./choices.ts";

const minuteMs = 60_000;

/**
 * Minutes. A file is removed an hour after it was announced, and its removal can be cancelled until 5 minutes before
 * (photos/storing/picture-removals.server.ts). A claimed one waits for the link in the email, which works for an hour.
 */
export const tryoutMinutes = { usable: 54, claimed: 114, claimedFile: 120 } as const;

export interface Tryout {
  id: string;
  publicId: string;
  width: number;
  height: number;
  choice: string;
  expiresAt: Date;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Stores a visitor's photo and returns the token that opens it. @throws PhotoNotStored when the photo host fails. */
export async function storeTryout(
  { database, photoHost }: Removing,
  photo: InspectedPhoto & { fileName: string },
): Promise<{ token: string; tryout: Tryout }> {
  const [id, token, name] = [randomUUID(), randomBytes(32).toString("base64url"), displayName(photo.fileName)];
  const publicId = `${id}/${fileNameSegment(name)}`;
  await announcePicture(database, publicId);
  await photoHost.put(publicId, { bytes: photo.bytes, mimeType: photo.mimeType }).catch((cause: unknown) => {
    throw new PhotoNotStored("the photo host did not store a try-out", { cause });
  });
  const { width, height, mimeType, placeholder, advice, bytes } = photo;
  const expiresAt = new Date(Date.now() + tryoutMinutes.usable * minuteMs);
  await database.asService((sql) =>
    sql
      .insertInto("tryouts")
      .values({
        id,
        token_hash: hashOf(token),
        public_id: publicId,
        file_name: name,
        mime_type: mimeType,
        width,
        height,
        bytes: bytes.byteLength,
        placeholder,
        advice,
        content_hash: createHash("sha256").update(bytes).digest("hex"),
        expires_at: expiresAt,
      })
      .execute(),
  );
  return { token, tryout: { id, publicId, width, height, choice: enhancement.option, expiresAt } };
}

/** Null for an unknown, expired, deleted or adopted try-out. */
export async function findTryout(database: Database, token: string): Promise<Tryout | null> {
  const row = await database.asService((sql) =>
    live(sql)
      .select(["id", "public_id", "width", "height", "choice", "expires_at"])
      .where("token_hash", "=", hashOf(token))
      .where("adopted_by", "is", null)
      .executeTakeFirst(),
  );
  if (!row) return null;
  const { id, public_id: publicId, width, height, choice, expires_at: expiresAt } = row;
  return { id, publicId, width, height, choice, expiresAt };
}

const live = (sql: Sql) => sql.selectFrom("tryouts").where("expires_at", ">", new Date());

export async function chooseForTryout(database: Database, token: string, choice: string): Promise<void> {
  if (!tryoutChoice(choice)) return;
  await database.asService((sql) =>
    sql.updateTable("tryouts").set({ choice }).where("token_hash", "=", hashOf(token)).execute(),
  );
}

/** Records the visitor's new account, and extends the photo's life until the confirmation link expires. */
export async function claimTryout(database: Database, token: string, accountId: string): Promise<boolean> {
  return database.asService(async (sql) => {
    const row = await live(sql)
      .select(["id", "public_id", "created_at"])
      .where("token_hash", "=", hashOf(token))
      .where("adopted_by", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    const after = (minutes: number) => new Date(row.created_at.getTime() + minutes * minuteMs);
    await sql
      .updateTable("tryouts")
      .set({ claimed_by: accountId, expires_at: after(tryoutMinutes.claimed) })
      .where("id", "=", row.id)
      .execute();
    await sql
      .updateTable("picture_removals")
      .set({ due_at: after(tryoutMinutes.claimedFile) })
      .where("public_id", "=", row.public_id)
      .execute();
    return true;
  });
}

/**
 * Turns the try-out into the member's draft, with its choice, and returns the draft's page. Repeatable for that member;
 * null for any later member, and without a live try-out. Found by token, or as the account's latest claim.
 */
export async function adoptTryout(
  database: Database,
  memberId: string,
  token: string | null,
): Promise<{ path: string; photoId: string } | null> {
  const adopted = await database.asService((sql) => adopt(sql, memberId, token));
  if (!adopted) return null;
  const { tool, answers } = tryoutChoice(adopted.choice) ?? enhancement;
  const draft = { draftId: adopted.draftId, photoId: adopted.photoId, answers: withPresets(tool, answers) };
  await saveDraft(database, memberId, tool, draft);
  return { path: stepUrl(tool, adopted.draftId, tool.steps.at(-1)?.id), photoId: adopted.photoId };
}

async function adopt(sql: Sql, memberId: string, token: string | null) {
  const found = live(sql)
    .selectAll()
    .where(({ or, eb }) => or([eb("adopted_by", "is", null), eb("adopted_by", "=", memberId)]));
  const owned =
    token === null ? found.where("claimed_by", "=", memberId) : found.where("token_hash", "=", hashOf(token));
  const row = await owned.orderBy("created_at", "desc").limit(1).forUpdate().executeTakeFirst();
  if (!row) return null;
  const { id: photoId, choice } = row;
  if (row.draft_id !== null) return { photoId, choice, draftId: row.draft_id };
  const draftId = randomUUID();
  const { public_id, file_name, mime_type, width, height, bytes, placeholder, advice, content_hash } = row;
  const file = { public_id, file_name, mime_type, width, height, bytes, placeholder, advice, content_hash };
  await sql
    .insertInto("photos")
    .values({ id: photoId, user_id: memberId, kind: "original", ...file })
    .execute();
  await cancelRemoval(sql, public_id);
  await sql.updateTable("tryouts").set({ adopted_by: memberId, draft_id: draftId }).where("id", "=", photoId).execute();
  return { photoId, choice, draftId };
}

/** Deletes photo and row at once. Returns the id; null for a try-out that no longer belongs to a visitor. */
export async function deleteTryout(
  removing: Removing,
  token: string,
  { unlessClaimed = false } = {},
): Promise<string | null> {
  const row = await removing.database.asService((sql) =>
    sql
      .deleteFrom("tryouts")
      .where("token_hash", "=", hashOf(token))
      .where("adopted_by", "is", null)
      .$if(unlessClaimed, (query) => query.where("claimed_by", "is", null))
      .returning(["id", "public_id"])
      .executeTakeFirst(),
  );
  if (!row) return null;
  await removePictures(removing, [row.public_id]);
  return row.id;
}

/** Deletes expired rows; the sweep of removed pictures deletes their files. Returns the count. */
export async function sweepTryouts(database: Database, now = new Date()): Promise<number> {
  const deleted = await database.asService((sql) =>
    sql.deleteFrom("tryouts").where("expires_at", "<", now).executeTakeFirst(),
  );
  return Number(deleted.numDeletedRows);
}
