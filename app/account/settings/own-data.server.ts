import type { Logger } from "pino";
import type { Database } from "../../server/database/database.ts";
import type { HostedPhoto } from "../../photos/storing/rename-picture.server.ts";
import { fileNameSegment } from "../../photos/file-name.ts";
import { type Zip, zipOf } from "../../photos/delivery/photos-zip.server.ts";

interface OwnPhoto extends HostedPhoto {
  id: string;
  kind: string;
  file_name: string;
  mime_type: string;
  bytes: number;
  created_at: Date;
}

interface OwnData {
  lists: Record<
    | "profile"
    | "photos"
    | "transactions"
    | "purchases"
    | "refunds"
    | "transformations"
    | "looks"
    | "deleted-requests"
    | "batches"
    | "drafts"
    | "draft-photos"
    | "presets"
    | "notices"
    | "shared-links",
    object[]
  >;
  photos: OwnPhoto[];
}

/** Reads all data of a member in one snapshot, under row level security. */
export async function readOwnData(database: Database, memberId: string): Promise<OwnData> {
  return database.asMember(memberId, async (sql) => ({
    lists: {
      profile: await sql
        .selectFrom("profiles")
        .select(["user_id", "display_name", "avatar_url", "coins as gems", "total_transformations", "created_at"])
        .select(["keep_originals", "photos_sent_to", "photos_sent_since"])
        .select([
          "originals_counted_from",
          "generations_on",
          "generations_that_day",
          "wants_done_notices",
          "sessions_ended_at",
        ])
        .where("user_id", "=", memberId)
        .execute(),
      photos: await sql
        .selectFrom("photos")
        .select(["id", "created_at", "kind", "file_name", "mime_type", "bytes", "width", "height", "content_hash"])
        .select(["advice", "adjusted_from", "adjustment"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
      transactions: await sql
        .selectFrom("coin_transactions")
        .select(["created_at", "type", "amount as gems", "description", "transformation_id"])
        .where("user_id", "=", memberId)
        .orderBy("id")
        .execute(),
      purchases: await sql
        .selectFrom("purchases")
        .select(["created_at", "paid_at", "refunded_at", "reference", "package_name", "gems", "amount_kobo", "status"])
        .select(["currency", "display_currency", "display_amount_usd_cents"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
      refunds: await sql
        .selectFrom("refunds")
        .select(["created_at", "changed_at", "reference", "kind", "amount_kobo", "status"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
      transformations: await sql
        .selectFrom("transformations")
        .select(["id", "created_at", "finished_at", "tool", "recipe", "original_name as name", "status", "failure"])
        .select(["coins_used as gems_used", "made_by", "note", "original_photo_id", "result_photo_id"])
        .select(["original_deleted_at", "started_at", "seen_at"])
        .select(["parent_id", "draft_id", "batch_id", "batch_position"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
      looks: await sql
        .selectFrom("transformation_looks")
        .select(["transformation_id", "look", "photo_id"])
        .where("user_id", "=", memberId)
        .orderBy("transformation_id")
        .orderBy("look")
        .execute(),
      "deleted-requests": await sql
        .selectFrom("deleted_requests")
        .select(["idempotency_key", "deleted_at"])
        .where("user_id", "=", memberId)
        .orderBy("deleted_at")
        .execute(),
      batches: await sql
        .selectFrom("batches")
        .select(["id", "created_at", "tool", "draft_id"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
      drafts: await sql
        .selectFrom("drafts")
        .select(["id", "created_at", "updated_at", "tool", "answers", "photo_id"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
      "draft-photos": await sql
        .selectFrom("draft_photos")
        .select(["draft_id", "photo_id", "position", "created_at"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
      presets: await sql
        .selectFrom("presets")
        .select(["id", "created_at", "name", "tool", "answers"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
      notices: await sql
        .selectFrom("done_notices")
        .select(["transformation_id", "batch_id", "ended_at"])
        .where("user_id", "=", memberId)
        .execute(),
      "shared-links": await sql
        .selectFrom("shares")
        .select(["created_at", "transformation_id", "token", "shows_original", "revoked_at", "taken_down_at"])
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute(),
    },
    photos: await sql
      .selectFrom("photos")
      .select(["id", "kind", "public_id", "renaming_to", "file_name", "mime_type", "bytes", "created_at"])
      .where("user_id", "=", memberId)
      .orderBy("created_at")
      .execute(),
  }));
}

/** Streams a zip: one JSON file per list, one file per photo. `read` returns null for a missing file. */
export function dataArchive(
  { lists, photos }: { lists: Record<string, object[]>; photos: OwnPhoto[] },
  read: (photo: OwnPhoto) => Promise<Uint8Array | null>,
  log: Pick<Logger, "warn">,
): Zip {
  const documents = Object.entries(lists).map(([name, rows]) => ({
    name: `${name}.json`,
    input: new TextEncoder().encode(`${JSON.stringify(rows)}\n`),
  }));
  const named = photos.map((photo) => ({
    id: photo.id,
    name: photoName(photo),
    bytes: photo.bytes,
    lastModified: photo.created_at,
    read: () => read(photo),
  }));
  return zipOf(documents, named, log);
}

function photoName({ id, kind, file_name, mime_type, created_at }: OwnPhoto): string {
  const day = created_at.toISOString().slice(0, 10);
  const extension = mime_type === "image/png" ? "png" : "jpg";
  return `photos/${day}-${kind}-${fileNameSegment(file_name)}-${id.slice(0, 8)}.${extension}`;
}
