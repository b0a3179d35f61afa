import { Link } from "react-router";
import { recordSeen } from "../../transformations/notifications/note-seen.server.ts";
import { NoScriptRefresh } from "../../ui/no-script-refresh.tsx";
import { useStoredOffline } from "../../pwa/use-stored-offline.ts";
import { useLiveProgress } from "../../transformations/use-live-progress.ts";
import { monthStart, timeZoneFromCookie } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { readOverview, recentItem } from "./overview.server.ts";
import { QuickActions, ToolCards } from "./shortcuts.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/dashboard.route";
import { offers } from "../../transformations/image-generator.ts";
import { requestingContext } from "../../transformations/requesting/requesting.ts";
import { isToolId, toolList } from "../../tools/tool-list.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const member = context.get(memberContext);
  const now = new Date();
  const month = monthStart(now, timeZoneFromCookie(request.headers.get("Cookie")));
  const overview = await readOverview(database, member.id, month);
  if (!overview) throw new Response("Not found", { status: 404 });
  await recordSeen(database, member.id, overview.recent);
  return {
    firstName: (overview.displayName || member.email).trim().split(/\s+/)[0],
    stats: [
      { label: "Available Gems", count: overview.gems },
      { label: "Total Enhanced", count: overview.totalEnhanced },
      { label: "This Month", count: overview.thisMonth },
    ],
    recent: overview.recent.map((entry) => recentItem(entry, now)),
    presets: overview.presets,
    idPhotos: offers(context.get(requestingContext).engine, "id-photo"),
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { firstName, stats, recent, presets, idPhotos } = loaderData;
  useLiveProgress(recent);
  useStoredOffline(recent, false);
  return (
    <main id="main" className="mx-auto grid w-full max-w-page grid-cols-1 gap-10 px-gutter pt-6 pb-16">
      <PageTitle>Dashboard</PageTitle>
      <div className="grid grid-cols-1 gap-6">
        <h1>Hello, {firstName}</h1>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] hairline-y max-[20rem]:grid-cols-1">
          {stats.map(({ label, count }) => (
            <div
              key={label}
              className="grid content-start gap-[0.1rem] px-3 py-4 not-first:hairline-l first:pl-0 max-[20rem]:pl-0 max-[20rem]:not-first:hairline-t max-[20rem]:not-first:border-l-0"
            >
              <dt className="text-sm leading-[1.3] text-ink-2">{label}</dt>
              <dd className="-order-1 text-3xl leading-[1.1] font-bold tracking-[-0.03em] tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section className="grid grid-cols-1 gap-4">
        <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2>Transform a photo</h2>
          <p className="tag">
            <Icon name="gem" className="size-[1rem]" />1 Gem each
          </p>
        </div>
        <ToolCards idPhotos={idPhotos} />
        <Link className="inline-flex min-h-tap min-w-tap items-center font-medium" to="/batches">
          Several photos at once
        </Link>
      </section>
      {presets.length ? <OwnPresets presets={presets} /> : null}
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-16">
        <section className="grid grid-cols-1 gap-4">
          <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2>Recent Activity</h2>
            {recent.length ? (
              <Link className="inline-flex min-h-tap min-w-tap items-center font-medium" to="/gallery">
                View History
              </Link>
            ) : null}
          </div>
          {recent.some((item) => item.status === "processing") ? <NoScriptRefresh href="/dashboard" /> : null}
          <RecentActivity items={recent} />
        </section>
        <section className="grid grid-cols-1 gap-4">
          <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2>Quick actions</h2>
          </div>
          <QuickActions />
        </section>
      </div>
    </main>
  );
}

function OwnPresets({ presets }: { presets: { id: string; name: string; tool: string }[] }) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>Your presets</h2>
        <Link className="inline-flex min-h-tap min-w-tap items-center font-medium" to="/presets">
          All presets
        </Link>
      </div>
      <ul className="hairline-t [&>li]:hairline-b">
        {presets.map(({ id, name, tool }) =>
          isToolId(tool) ? (
            <li key={id} className="group relative item-row">
              <div className="item-text">
                <Link
                  className="inline-flex min-h-tap items-center no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
                  to={`${toolList[tool].path}?preset=${id}`}
                >
                  <span className="block max-w-full min-w-0 wrap-anywhere">{name}</span>
                </Link>
              </div>
              <span className="text-sm text-ink-2">{toolList[tool].title}</span>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
