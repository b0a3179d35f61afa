import { data, redirect, replace } from "react-router";
import { decodeCursor, encodeCursor } from "../server/database/page-cursor.ts";
import { flashContext } from "../server/http/flash.server.ts";
import { waitMessage } from "../server/http/limits/limits.ts";
import { safePath } from "../server/http/next-path.ts";
import { readSmallForm } from "../server/http/bodies/read-form.server.ts";
import { memberContext, servicesContext } from "../services.ts";
import { dateFormatter } from "../ui/dates/date.ts";
import { timeZoneFromCookie } from "../ui/dates/date-zone.ts";
import type { Route } from "./+types/shares.route";
import { createShare } from "./create-share.server.ts";
import { readSharePage } from "./read-share-page.server.ts";
import { ShareList } from "./share-list.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const before = decodeCursor(new URL(request.url).searchParams.get("before"), "uuid");
  const page = await readSharePage(context.get(servicesContext), context.get(memberContext).id, before);
  // All links of this page were deleted.
  if (before && page.shares.length === 0) throw redirect("/shares");
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  return {
    shares: page.shares.map(({ createdAt, ...share }) => ({ ...share, date: formatDate(createdAt) })),
    before: before && encodeCursor(before),
    next: page.next,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const form = await readSmallForm(request);
  const back = replace(safePath(form.get("next"), "/shares"), 303);
  const wait = await services.rateLimiter.take({ shareByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Not shared", text: waitMessage(wait) });
    return back;
  }
  const transformation = form.get("transformation");
  const created = await createShare(services, memberId, {
    transformationId: typeof transformation === "string" ? transformation : null,
    showsOriginal: form.has("original"),
  });
  if (created.ok) return back;
  if (created.problem === "not-found") throw data(null, { status: 404 });
  leave({ kind: "error", title: "Not shared", text: refusals[created.problem] });
  return back;
}

const refusals = {
  "taken-down": "This picture was taken down after a report.",
  "given-back": "You gave this result back, and its gem is with you again.",
} as const;

export default function Shares({ loaderData }: Route.ComponentProps) {
  return <ShareList {...loaderData} />;
}
