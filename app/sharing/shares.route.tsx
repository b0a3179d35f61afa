import { data, redirect, replace } from "react-router";
import { decodeCursor, encodeCursor } from "../server/database/page-cursor.ts";
import { safePath } from "../server/http/safe-path.ts";
import { dateFormatter } from "../ui/dates/date.ts";
import { timeZoneFromCookie } from "../ui/dates/date-zone.ts";
import { memberContext } from "../account/identity.ts";
import { databaseContext } from "../server/database/database.ts";
import { photoHostContext } from "../photos/photo-host.ts";
import { siteContext } from "../server/http/site.ts";
import { memberAction } from "../account/member-action.server.ts";
import type { Route } from "./+types/shares.route";
import { createShare } from "./create-share.server.ts";
import { readSharePage } from "./read-share-page.server.ts";
import { ShareList } from "./share-list.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const before = decodeCursor(new URL(request.url).searchParams.get("before"), "uuid");
  const parts = { database: context.get(databaseContext), appUrl: context.get(siteContext).appUrl };
  const page = await readSharePage(parts, context.get(memberContext).id, before);
  // All links of this page were deleted.
  if (before && page.shares.length === 0) throw redirect("/shares");
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  return {
    shares: page.shares.map(({ createdAt, ...share }) => ({ ...share, date: formatDate(createdAt) })),
    before: before && encodeCursor(before),
    next: page.next,
  };
}

export const action = memberAction(
  { limit: "shareByMember", title: "Not shared", back: (form) => replace(safePath(form.get("next"), "/shares"), 303) },
  async ({ context }: Route.ActionArgs, { member, form, back, refuse }) => {
    const parts = { database: context.get(databaseContext), photoHost: context.get(photoHostContext) };
    const transformation = form.get("transformation");
    const created = await createShare(parts, member.id, {
      transformationId: typeof transformation === "string" ? transformation : null,
      showsOriginal: form.has("original"),
    });
    if (created.ok) return back;
    if (created.problem === "not-found") throw data(null, { status: 404 });
    return refuse(refusals[created.problem]);
  },
);

const refusals = {
  "taken-down": "This picture was taken down after a report.",
  "given-back": "You gave this result back, and its gem is with you again.",
} as const;

export default function Shares({ loaderData }: Route.ComponentProps) {
  return <ShareList {...loaderData} />;
}
