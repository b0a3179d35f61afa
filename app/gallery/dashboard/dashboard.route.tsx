import { useCallback, useMemo, useState } from "react";
import { type ClientActionFunctionArgs, data, Link, redirect, useNavigationType } from "react-router";
import { recordSeen } from "../../transformations/notifications/done-notices.server.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { NoScriptRefresh, useLiveProgress } from "../../transformations/live-progress.tsx";
import { useStoredOffline } from "../../pwa/use-stored-offline.ts";
import { monthStart, timeZoneFromCookie } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-head.tsx";
import { readOverview, recentItem } from "./overview.server.ts";
import { Continue, PhotoChooser, ToolTiles } from "./photo-first.tsx";
import { usePhotoSending } from "./use-photo-sending.ts";
import { QuickActions } from "./shortcuts.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { rateLimiterContext, waitMessage } from "../../server/http/limits/limits.ts";
import { clientAddressContext } from "../../server/http/site.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import { receivePhoto } from "../../photos/upload/receive-photo.server.ts";
import type { Route } from "./+types/dashboard.route";
import { offers } from "../../transformations/image-generator.ts";
import { requestingContext } from "../../transformations/requesting/requesting.ts";
import { isToolId, toolList } from "../../tools/tool-list.ts";
import { toolOf } from "../../tools/catalogue.ts";
import { uploadDraftPhoto } from "../../tools/drafts/upload-draft-photo.server.ts";
import { discardUnfinished, openInTool } from "../../tools/drafts/unfinished-draft.server.ts";
import { surpriseMe } from "../../tools/surprise-me/surprise-me.ts";

/** With `?draft=`, the four tools show that draft's photo. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const member = context.get(memberContext);
  const now = new Date();
  const month = monthStart(now, timeZoneFromCookie(request.headers.get("Cookie")));
  const named = new URL(request.url).searchParams.get("draft");
  const overview = await readOverview(database, member.id, month, named);
  if (!overview) throw new Response("Not found", { status: 404 });
  await recordSeen(database, member.id, overview.recent);
  const { unfinished } = overview;
  const { engine } = context.get(requestingContext);
  return {
    firstName: (overview.displayName || member.email).trim().split(/\s+/)[0],
    stats: [
      { label: "Available Gems", count: overview.gems },
      { label: "Total Enhanced", count: overview.totalEnhanced },
      { label: "This Month", count: overview.thisMonth },
    ],
    chosen: unfinished && unfinished.id === named && !unfinished.several ? unfinished : null,
    unfinished,
    recent: overview.recent.map((entry) => recentItem(entry, now)),
    presets: overview.presets,
    idPhotos: offers(engine, "id-photo"),
    generative: engine.model !== null,
  };
}

/**
 * A multipart body is a photo, which becomes a Surprise Me draft. Otherwise `draft` with `tool` opens its photo in that
 * tool, and with `discard` deletes the draft.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const memberId = context.get(memberContext).id;
  const rateLimiter = context.get(rateLimiterContext);
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data")) {
    const uploaded = await receivePhoto(
      { request, memberId, rateLimiter, clientAddress: context.get(clientAddressContext) },
      (upload) =>
        uploadDraftPhoto(photoParts(context), { memberId, tool: surpriseMe, draftId: null, upload, firstAnswers: {} }),
    );
    if (uploaded.ok) return redirect(`/dashboard?draft=${uploaded.draftId}`);
    const { message, status, headers } = uploaded;
    return data({ photoProblem: message }, { status, headers });
  }
  const database = context.get(databaseContext);
  const { leave } = context.get(flashContext);
  const form = await readSmallForm(request);
  const draftId = String(form.get("draft"));
  const wait = await rateLimiter.take({ saveByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Not opened", text: waitMessage(wait) });
    return redirect("/dashboard", 303);
  }
  const tool = toolOf(String(form.get("tool")));
  if (!tool) {
    if (form.has("discard")) await discardUnfinished(database, memberId, draftId);
    return redirect("/dashboard", 303);
  }
  const path = await openInTool(database, memberId, draftId, tool);
  if (path) return redirect(path, 303);
  leave({ kind: "error", title: "No image selected", text: "This photo is no longer here. Please choose it again." });
  return redirect("/dashboard", 303);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  const answer = await onlineAction<typeof action>(args, changeLostMessage);
  return answer as typeof answer | { photoProblem?: string; lost?: string };
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { firstName, stats, chosen, unfinished, recent, presets, idPhotos, generative } = loaderData;
  const { photoProblem, lost } = (actionData ?? {}) as { photoProblem?: string; lost?: string };
  const message = photoProblem ?? lost;
  const problem = useMemo(() => (message && actionData ? { message } : undefined), [message, actionData]);
  const sending = usePhotoSending();
  const isSending = sending.shown !== null;
  const [hasSent, setHasSent] = useState(false);
  if (isSending && !hasSent) setHasSent(true);
  useLiveProgress(recent);
  useStoredOffline(recent, false);
  return (
    <main id="main" className="mx-auto grid w-full max-w-page grid-cols-1 gap-8 px-gutter pt-6 pb-16">
      <PageTitle failed={problem !== undefined}>Dashboard</PageTitle>
      <div className="grid grid-cols-1 gap-2">
        <h1>Hello, {firstName}</h1>
        <dl className="flex flex-wrap gap-x-2 text-[0.75rem] tracking-[-0.01em] text-ink-2 tabular-nums sm:gap-x-4 sm:text-sm">
          {stats.map(({ label, count }) => (
            <div key={label} className="flex flex-row-reverse gap-1">
              <dt>{label}</dt>
              <dd className="font-strong text-ink">{count}</dd>
            </div>
          ))}
        </dl>
      </div>
      {chosen ? null : <PhotoChooser problem={problem} again={false} sending={sending} />}
      <p className="sr-only" role="status">
        {sending.opening
          ? `${toolList[sending.opening].title} opens when your photo has arrived`
          : isSending
            ? "Sending your photo"
            : hasSent && chosen && !problem
              ? "Photo uploaded, ready"
              : ""}
      </p>
      {unfinished && !chosen ? <Continue draft={unfinished} /> : null}
      <section className="grid grid-cols-1 gap-4">
        <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {chosen ? <ToolsHeading key={chosen.id} /> : <h2>Transform a photo</h2>}
          <p className="tag">
            <Icon name="gem" className="size-[1rem]" />1 Gem each
          </p>
        </div>
        <ToolTiles draft={chosen} idPhotos={idPhotos} generative={generative} sending={sending} />
        {chosen ? (
          <PhotoChooser problem={problem} again sending={sending} />
        ) : (
          <Link className="inline-flex min-h-tap min-w-tap items-center font-medium" to="/batches">
            Several photos at once
          </Link>
        )}
      </section>
      {presets.length ? <OwnPresets presets={presets} /> : null}
      <section className="grid grid-cols-1 gap-2">
        <h2>Recent Activity</h2>
        {recent.some((item) => item.status === "processing") ? <NoScriptRefresh href="/dashboard" /> : null}
        {recent.length ? <RecentActivity items={recent} /> : <p className="text-ink-2">No transformations yet</p>}
      </section>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-xl">Quick actions</h2>
        <QuickActions />
      </section>
    </main>
  );
}

/** The heading takes the focus after an upload, so that screen readers announce the new photo. */
function ToolsHeading() {
  const arrives = useNavigationType() !== "POP";
  const heading = useCallback((shown: HTMLElement | null) => (arrives ? shown?.focus() : undefined), [arrives]);
  return (
    <h2 tabIndex={-1} ref={heading}>
      Choose a tool for your photo
    </h2>
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
      <ul className="border-t [&>li]:border-b">
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
