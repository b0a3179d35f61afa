import { Link, redirect } from "react-router";
import { decodeCursor, encodeCursor } from "../../server/database/page-cursor.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import { calendarOf, timeZoneFromCookie } from "../../ui/dates.ts";
import { toolOf } from "../catalogue.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/batches.route";
import { readBatches } from "./read-batches.server.ts";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toolList } from "../tool-list.ts";
import { batchPath, choosePath, formatPhotoCount, maxBatchPhotos } from "./batch.ts";
import { batchNeedsPackage } from "./batch-messages.ts";

/** 24 per page (`?before=`). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const memberId = context.get(memberContext).id;
  const before = decodeCursor(new URL(request.url).searchParams.get("before"), "uuid");
  const { batches, next } = await readBatches(database, memberId, before);
  if (before && batches.length === 0) throw redirect("/batches");
  const { batch: entitled } = await database.asMember(memberId, (sql) => readEntitlements(sql, memberId));
  const { moment } = calendarOf(timeZoneFromCookie(request.headers.get("Cookie")), new Date());
  return {
    entitled,
    batches: batches.map(({ tool, createdAt, ...batch }) => ({
      ...batch,
      title: toolOf(tool)?.title ?? "A tool that is no longer offered",
      date: moment(createdAt),
    })),
    before: before && encodeCursor(before),
    next,
  };
}

export default function Batches({ loaderData }: Route.ComponentProps) {
  return <BatchList {...loaderData} />;
}

interface BatchListProps {
  entitled: boolean;
  batches: { id: string; title: string; date: string; photos: number; done: number; processing: number }[];
  before: string | null;
  next: string | null;
}

function BatchList({ entitled, batches, before, next }: BatchListProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>Several photos at once</PageTitle>
      <BackLink to="/dashboard">Dashboard</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Several photos at once</h1>
        <p className="max-w-measure text-lg text-ink-2">Edit up to {maxBatchPhotos} photos with the same settings.</p>
        {entitled ? null : <p className="text-ink-2">{batchNeedsPackage}</p>}
      </div>
      <div className="grid grid-cols-1 gap-10">
        <section className="grid grid-cols-1 gap-4">
          <h2>Begin with</h2>
          <div className="button-pair">
            {Object.values(toolList).map((tool) => (
              <Link key={tool.id} className="btn-secondary" to={choosePath(tool)}>
                {tool.title}
              </Link>
            ))}
          </div>
        </section>
        {batches.length ? (
          <section className="grid grid-cols-1 gap-4">
            <h2>Your batches</h2>
            <ul className="border-t [&>li]:border-b">
              {batches.map((batch) => (
                <li key={batch.id} className="group relative item-row">
                  <div className="item-text">
                    <Link
                      className="inline-flex min-h-tap items-center no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
                      to={batchPath(batch.id)}
                    >
                      {batch.title}, {formatPhotoCount(batch.photos)}
                    </Link>
                    <span className="text-sm text-ink-2 tabular-nums">{batch.date}</span>
                  </div>
                  <span className={`status-line ${batch.processing ? "text-ink-2" : "text-gem"}`}>
                    <Icon name={batch.processing ? "clock" : "check"} />
                    {batch.done} of {batch.photos} done
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {next || before ? (
          <nav className="flex flex-wrap items-center justify-center gap-3 pt-8" aria-label="Pages">
            {before ? (
              <Link className="btn-quiet" to="/batches" reloadDocument>
                Back to newest
              </Link>
            ) : null}
            {next ? (
              <Link className="btn-secondary" to={`/batches?before=${next}`} reloadDocument>
                Load more
              </Link>
            ) : null}
          </nav>
        ) : null}
      </div>
    </main>
  );
}
