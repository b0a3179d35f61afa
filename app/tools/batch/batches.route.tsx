import { redirect } from "react-router";
import { decodeCursor, encodeCursor } from "../../server/database/page-cursor.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import { dateFormatter, timeZoneFromCookie } from "../../ui/dates.ts";
import { toolOf } from "../catalogue.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/batches.route";
import { BatchList } from "./batch-list.tsx";
import { readBatches } from "./read-batches.server.ts";

/** 24 per page (`?before=`). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const memberId = context.get(memberContext).id;
  const before = decodeCursor(new URL(request.url).searchParams.get("before"), "uuid");
  const { batches, next } = await readBatches(database, memberId, before);
  if (before && batches.length === 0) throw redirect("/batches");
  const { batch: entitled } = await database.asMember(memberId, (sql) => readEntitlements(sql, memberId));
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  return {
    entitled,
    batches: batches.map(({ tool, createdAt, ...batch }) => ({
      ...batch,
      title: toolOf(tool)?.title ?? "A tool that is not offered any more",
      date: formatDate(createdAt),
    })),
    before: before && encodeCursor(before),
    next,
  };
}

export default function Batches({ loaderData }: Route.ComponentProps) {
  return <BatchList {...loaderData} />;
}
