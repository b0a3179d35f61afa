import type { Database } from "../../server/database/database.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { type CreditBackReason, creditBackReasons } from "./failures.ts";
import { isOwnTransformation } from "../read-transformation.server.ts";

/** `missing`: not the member's own, or not completed. */
export type CreditBackProblem = "missing" | "shared" | "too-many";

/** Returns the gem of a delivered result, once per result; the database enforces the limits. Repeatable. */
export async function creditBack(
  database: Database,
  memberId: string,
  id: string,
  reason: CreditBackReason | null,
): Promise<{ ok: true } | { ok: false; problem: CreditBackProblem }> {
  if (!isRowId(id) || !(await isOwnTransformation(database, memberId, id))) return { ok: false, problem: "missing" };
  const historyText = reason ? creditBackReasons[reason].history : "Gem returned: not happy with it";
  const answer = await database.asService(async (sql) => {
    const { happened } = await sql
      .selectNoFrom((eb) =>
        eb
          .fn<string>("public.credit_back_transformation", [
            eb.cast(eb.val(memberId), "uuid"),
            eb.cast(eb.val(id), "uuid"),
            eb.cast(eb.val(historyText), "text"),
          ])
          .as("happened"),
      )
      .executeTakeFirstOrThrow();
    return happened;
  });
  if (answer === "credited" || answer === "already-credited") return { ok: true };
  return { ok: false, problem: answer === "shared" || answer === "too-many" ? answer : "missing" };
}
