import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

export const exportedTables = [
  "auth.users",
  "auth.identities",
  "private.hash_keys",
  "private.welcome_bonuses",
  "private.generation_shares",
  "public.profiles",
  "public.photos",
  "public.drafts",
  "public.draft_photos",
  "public.batches",
  "public.transformations",
  "public.transformation_looks",
  "public.coin_transactions",
  "public.purchases",
  "public.refunds",
  "public.presets",
  "public.shares",
  "public.share_reports",
  "public.deleted_requests",
  "public.done_notices",
  "public.picture_removals",
] as const;
export type ExportedTable = (typeof exportedTables)[number];

/** Tables that are not exported, with the reason. A test requires every table in one of the two lists. */
export const skippedTables: Record<string, string> = {
  "auth.sessions": "everybody signs in once more: what signs their tokens stays behind",
  "auth.mfa_amr_claims": "part of a session",
  "auth.refresh_tokens": "part of a session",
  "auth.one_time_tokens": "links in mails name the old address; asking for another takes a minute",
  "private.disposable_domains": "the migrations bring it",
  "public.tryouts": "photos of visitors, held for an hour",
  "public.unstored_results": "their jobs begin anew, with a picture of their own",
  "private.rate_limits": "counts of minutes, under keys made with the old session secret",
};

/** Rows that the migrations put into an empty database and an import replaces. */
export const replacedTables: readonly ExportedTable[] = ["private.hash_keys", "private.generation_shares"];

/** The description of an export, `manifest.json`. It is written last: a folder without it is an incomplete export. */
const manifestSchema = z.object({
  format: z.literal("photogem-export"),
  formatVersion: z.literal(1),
  exportedAt: z.iso.datetime(),
  /** Versions of the database's migrations, oldest first. */
  migrations: z.array(z.string()),
  /** Keyed by `<schema>.<table>`; one NDJSON file each, `tables/<schema>.<table>.ndjson`. */
  tables: z.record(
    z.string(),
    z.object({
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** SHA-256 of the file, hexadecimal. */
      sha256: z.string(),
    }),
  ),
  pictures: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /** SHA-256 of `pictures.ndjson`, which lists each picture with its own hash. */
    sha256: z.string(),
    /** Ids of photos whose picture the host did not have. */
    missing: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const fileOf = (folder: string) => join(folder, "manifest.json");

export const writeManifest = (folder: string, manifest: Manifest) =>
  writeFile(fileOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flag: "wx" });

/** @throws with a message for the operator when the folder has no complete export of this format. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(fileOf(folder), "utf8");
  } catch {
    throw new Error(`${folder} holds no whole export: manifest.json, which is written last, is missing.`);
  }
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${fileOf(folder)} is not of a format this release reads.`);
  return parsed.data;
}
