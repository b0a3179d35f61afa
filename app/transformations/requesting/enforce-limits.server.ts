import { sql as text } from "kysely";
import type { Sql } from "../../server/database/database.ts";
import type { GenerationLimits, GenerationRefusal } from "./limits.ts";

/** Counts the rows just inserted. Runs in the transaction that holds the gems, so no race exceeds a limit. */
export async function enforceLimits(
  sql: Sql,
  memberId: string,
  count: number,
  { runningPerMember, dailyPerMember, dailyWithoutPurchase, daily }: GenerationLimits,
): Promise<GenerationRefusal | null> {
  const { rows } = await text<{ limit: GenerationRefusal["limit"]; remaining: number | null; waitSeconds: number }>`
    select refused as "limit", room as remaining, wait_seconds as "waitSeconds"
    from public.admit_generations(
      ${memberId}, ${count}, ${runningPerMember}, ${dailyPerMember}, ${dailyWithoutPurchase}, ${daily})`.execute(sql);
  return rows[0] ?? null;
}
