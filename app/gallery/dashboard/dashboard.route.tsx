import { Link } from "react-router";
import { recordSeen } from "../../transformations/notifications/note-seen.server.ts";
import { NoScriptRefresh } from "../../ui/no-script-refresh.tsx";
import { useStoredOffline } from "../../pwa/use-stored-offline.ts";
import { useLiveProgress } from "../../transformations/use-live-progress.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { monthStart, timeZoneFromCookie } from "../../ui/dates/date-zone.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { OwnPresets } from "./own-presets.tsx";
import { readOverview } from "./overview.server.ts";
import { QuickActions } from "./quick-actions.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { recentItem } from "./recent-item.server.ts";
import { ToolCards } from "./tool-cards.tsx";
import type { Route } from "./+types/dashboard.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext);
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
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { firstName, stats, recent, presets } = loaderData;
  useLiveProgress(recent);
  useStoredOffline(recent, false);
  return (
    <main id="main" className="wrap page stack stack-10">
      <PageTitle>Dashboard</PageTitle>
      <div className="stack stack-6">
        <h1>Hello, {firstName}</h1>
        <dl className="stats">
          {stats.map(({ label, count }) => (
            <div key={label} className="stat">
              <dt>{label}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section className="stack">
        <div className="head-row">
          <h2>Transform a photo</h2>
          <p className="tag">
            <Icon name="gem" size="i-s" />1 Gem each
          </p>
        </div>
        <ToolCards />
        <Link className="link-tap" to="/batches">
          Several photos at once
        </Link>
      </section>
      {presets.length ? <OwnPresets presets={presets} /> : null}
      <div className="cols">
        <section className="stack">
          <div className="head-row">
            <h2>Recent Activity</h2>
            {recent.length ? (
              <Link className="link-tap" to="/gallery">
                View History
              </Link>
            ) : null}
          </div>
          {recent.some((item) => item.status === "processing") ? <NoScriptRefresh href="/dashboard" /> : null}
          <RecentActivity items={recent} />
        </section>
        <section className="stack">
          <div className="head-row">
            <h2>Quick actions</h2>
          </div>
          <QuickActions />
        </section>
      </div>
    </main>
  );
}
