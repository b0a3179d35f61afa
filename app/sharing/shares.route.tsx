import { data, Link, redirect, replace } from "react-router";
import { decodeCursor, encodeCursor } from "../server/database/page-cursor.ts";
import { memberContext } from "../account/identity.ts";
import { databaseContext } from "../server/database/database.ts";
import { photoHostContext } from "../photos/photo-host.ts";
import { siteContext } from "../server/http/site.ts";
import { memberAction } from "../account/member-action.server.ts";
import { safePath } from "../server/http/next-path.ts";
import { calendarOf, timeZoneFromCookie } from "../ui/dates.ts";
import type { Route } from "./+types/shares.route";
import { createShare } from "./shares.server.ts";
import { readSharePage } from "./read-share.server.ts";
import { BackLink, PageTitle } from "../ui/page-head.tsx";
import { PhotoPicture } from "../photos/photo-picture.tsx";
import type { Picture } from "../photos/picture.ts";
import { Icon } from "../ui/icon.tsx";
import { LinkField, RevokeForm } from "./share-controls.tsx";
import type { Share } from "./share.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const before = decodeCursor(new URL(request.url).searchParams.get("before"), "uuid");
  const parts = { database: context.get(databaseContext), appUrl: context.get(siteContext).appUrl };
  const page = await readSharePage(parts, context.get(memberContext).id, before);
  // All links of this page were deleted.
  if (before && page.shares.length === 0) throw redirect("/shares");
  const { moment } = calendarOf(timeZoneFromCookie(request.headers.get("Cookie")), new Date());
  return {
    shares: page.shares.map(({ createdAt, ...share }) => ({ ...share, date: moment(createdAt) })),
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
  "given-back": "You got the gem for this result back, so it can't be shared.",
} as const;

export default function Shares({ loaderData }: Route.ComponentProps) {
  return <ShareList {...loaderData} />;
}

interface ListedShare extends Share {
  name: string;
  picture: Picture | null;
  date: string;
}

interface ShareListProps {
  shares: ListedShare[];
  before: string | null;
  next: string | null;
}

function ShareList({ shares, before, next }: ShareListProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>Shared links</PageTitle>
      <BackLink to="/settings">Settings</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Shared links</h1>
        <p className="max-w-measure text-lg text-ink-2">
          Anyone with such a link sees that one picture, until you revoke it.
        </p>
      </div>
      {shares.length ? <Links shares={shares} next={before ? `/shares?before=${before}` : "/shares"} /> : <NoLinks />}
      {next || before ? (
        <nav className="flex flex-wrap items-center justify-center gap-3 pt-8" aria-label="Pages">
          {before ? (
            <Link className="btn-quiet" to="/shares" reloadDocument>
              Back to newest
            </Link>
          ) : null}
          {next ? (
            <Link className="btn-secondary" to={`/shares?before=${next}`} reloadDocument>
              Load more
            </Link>
          ) : null}
        </nav>
      ) : null}
    </main>
  );
}

function Links({ shares, next }: { shares: ListedShare[]; next: string }) {
  return (
    <ul className="border-t [&>li]:border-b">
      {shares.map((share) => (
        <li key={share.id} className="grid grid-cols-[min(4rem,18vw)_minmax(0,1fr)] gap-4 py-4">
          <div className="photo aspect-square self-start rounded-md [&_img]:h-full">
            {share.picture ? <PhotoPicture picture={share.picture} alt="" sizes="6rem" /> : null}
          </div>
          <div className="grid grid-cols-1 gap-2">
            <div className="item-text">
              <b className="block max-w-full min-w-0 wrap-anywhere">{share.name}</b>
              <span className="text-sm text-ink-2 tabular-nums">
                Shared {share.date}
                {share.showsOriginal ? ", with the original" : null}
              </span>
            </div>
            {share.takenDown ? (
              <p className="text-sm">
                <span className="tag bg-danger-soft text-danger">Taken down</span> after a report. This link no longer
                shows anything, and the picture cannot be shared again.
              </p>
            ) : (
              <LinkField url={share.url} of={`to ${share.name}`}>
                <RevokeForm shareId={share.id} next={next} of={`to ${share.name}`} />
              </LinkField>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function NoLinks() {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 px-5 py-12 text-center">
      <h2>Nothing is shared</h2>
      <p className="text-ink-2">Choose Share Link on a result to make a link for others.</p>
      <Link className="btn-primary" to="/gallery">
        <Icon name="gallery" />
        View Gallery
      </Link>
    </div>
  );
}
