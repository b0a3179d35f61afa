import type { Sql } from "../server/database/database.ts";
import { type PackageFeature, packages } from "./packages.ts";

/** Features of earlier purchases; they never expire. */
export interface Entitlements {
  prioritySupport: boolean;
  batch: boolean;
  presets: boolean;
}

/** Reads entitlements of paid, unrefunded purchases, in the caller's transaction. */
export async function readEntitlements(sql: Sql, memberId: string): Promise<Entitlements> {
  const purchases = await sql
    .selectFrom("purchases")
    .select("package_id")
    .distinct()
    .where("user_id", "=", memberId)
    .where("status", "=", "paid")
    .where("refunded_at", "is", null)
    .execute();
  const features = packages
    .filter(({ id }) => purchases.some(({ package_id }) => package_id === id))
    .flatMap((bought) => bought.features);
  const has = (feature: PackageFeature) => features.includes(feature);
  return { prioritySupport: has("Priority support"), batch: has("Batch processing"), presets: has("Custom presets") };
}
