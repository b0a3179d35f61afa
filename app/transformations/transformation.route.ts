import { identitySessionContext } from "../account/identity.ts";
import { databaseContext } from "../server/database/database.ts";
import { memberOf } from "../server/http/identity-session.server.ts";
import type { Route } from "./+types/transformation.route";
import { recordSeen } from "./notifications/done-notices.server.ts";
import { failureMessages } from "./ending/failures.ts";
import { queuePosition, readTransformation } from "./read-transformation.server.ts";

/** `GET /api/transformations/<id>`; `before` counts the photos queued ahead of it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const member = await memberOf(context);
  if (!member) {
    const status = context.get(identitySessionContext).lost() === "unreachable" ? 503 : 401;
    return Response.json({ error: "User authentication required" }, { status });
  }
  const database = context.get(databaseContext);
  const transformation = await readTransformation(database, member.id, params.transformationId);
  if (!transformation) return Response.json({ error: "Not found" }, { status: 404 });
  const { id, status, progress, failure, result } = transformation;
  await recordSeen(database, member.id, [transformation]);
  const before = await queuePosition(database, member.id, transformation);
  return Response.json({
    id,
    status,
    progress,
    ...(before === null ? {} : { before }),
    ...(failure ? { error: failureMessages[failure] } : {}),
    ...(result ? { images: [{ enhanced_url: result.url }] } : {}),
  });
}
