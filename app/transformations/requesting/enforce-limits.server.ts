import { sql as text } from "kysely";
import type { Sql } from "../../server/database/database.ts";
import type { GenerationLimits, GenerationRefusal } from "./limits.ts";

/**
 * Counts `count` transformations, whose rows the caller's transaction has just inserted, against the limits; null when
 * they may start. After a refusal the caller undoes its transaction: nothing was counted. In the transaction that also
 * holds the gems, so that limits hold however many ask at once.
 */
export async function enforceLimits(
  sql: Sql,
  memberId: string,
  count: number,
  { runningPerMember, dailyPerMember, dailyWithoutPurchase, daily }: GenerationLimits,
): Promise<GenerationRefusal | null> {
  const { rows } = await text<{ limit: GenerationRefusal["limit"]; room: number | null; waitSeconds: number }>`
    select refused as "limit", room, wait_seconds as "waitSeconds"
    from public.admit_generations(
      ${memberId}, ${count}, ${runningPerMember}, ${dailyPerMember}, ${dailyWithoutPurchase}, ${daily})`.execute(sql);
  return rows[0] ?? null;
}
