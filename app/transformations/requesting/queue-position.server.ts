import type { Database } from "../../server/database/database.ts";
import type { Transformation } from "../read-transformation.server.ts";

/** Photos queued before the member's own transformation, at most 100 (100 = "or more"); null once it began or ended. */
export async function queuePosition(
  database: Database,
  memberId: string,
  transformation: Pick<Transformation, "id" | "waiting"> | null,
): Promise<number | null> {
  if (!transformation?.waiting) return null;
  const { before } = await database.asMember(memberId, (sql) =>
    sql
      .selectNoFrom((eb) =>
        eb.fn<number>("public.photos_before", [eb.cast(eb.val(transformation.id), "uuid")]).as("before"),
      )
      .executeTakeFirstOrThrow(),
  );
  return before;
}
