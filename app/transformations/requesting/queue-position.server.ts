import type { Database } from "../../server/database/database.ts";
import type { Transformation } from "../read-transformation.server.ts";

/**
 * How many photos are made before the member's own transformation, 100 standing for more; null once it has begun or
 * ended, or when there is none. One indexed query, and only while it waits.
 */
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
