import type { Sql } from "../server/database/database.ts";
import { type PackageFeature, packages } from "./packages.ts";

/** What a member may do because of what they once bought. There are no tiers: what was bought once stays theirs. */
export interface Entitlements {
  prioritySupport: boolean;
  /** One recipe over several photos. */
  batch: boolean;
  /** Recipes saved under a name. */
  presets: boolean;
}

/**
 * Reads what this member's purchases entitle them to: each one that was paid and not refunded brings its package's
 * features (packages.ts). Takes the transaction of either role, so that whoever acts on the answer can ask in the one in
 * which they act.
 */
export async function readEntitlements(sql: Sql, memberId: string): Promise<Entitlements> {
  const kept = await sql
    .selectFrom("purchases")
    .select("package_id")
    .distinct()
    .where("user_id", "=", memberId)
    .where("status", "=", "paid")
    .where("refunded_at", "is", null)
    .execute();
  const features = packages
    .filter(({ id }) => kept.some(({ package_id }) => package_id === id))
    .flatMap((bought) => bought.features);
  const has = (feature: PackageFeature) => features.includes(feature);
  return { prioritySupport: has("Priority support"), batch: has("Batch processing"), presets: has("Custom presets") };
}
