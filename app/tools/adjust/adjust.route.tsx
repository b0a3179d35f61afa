import { type ClientActionFunctionArgs, data, redirect, type RouterContextProvider } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { adjustPhoto } from "../../photos/adjusting/adjust-photo.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { inUploadSlot } from "../../photos/upload/receive-photo.server.ts";
import { replacePhoto } from "../batch/batch-draft.server.ts";
import { batchPath, choosePath } from "../batch/batch.ts";
import { attachPhoto } from "../drafts/draft.server.ts";
import { stepUrl } from "../wizard/steps.ts";
import { AdjustPage } from "./adjust-page.tsx";
import { type Adjustable, adjustingOf, readAdjustable, readAdjusting } from "./adjusting.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { clientAddressContext } from "../../server/http/site.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import { photoParts } from "../../photos/photo-parts.ts";
import type { Route } from "./+types/adjust.route";

/**
 * `/adjust/<draft>?step=`: crop and turn the draft's photo (`photo` names one of a batch). The query holds the trial
 * adjustment, so the page works without scripts; GET changes nothing.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { adjustable, whole, back, onTheWay } = await find(request, params.draftId, context);
  const { searchParams } = new URL(request.url);
  const tried = searchParams.has("shape") ? readAdjusting(searchParams, whole.picture) : null;
  return {
    back,
    onTheWay,
    whole,
    adjusted: adjustable.earlier !== null,
    adjusting: tried?.adjusting ?? adjustingOf(whole.picture, adjustable.earlier),
    errors: tried?.errors ?? {},
  };
}

/** `do=use` stores the adjusted photo and attaches it; `do=undo` attaches the whole one again. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const memberId = context.get(memberContext).id;
  const { whole, back, attach, startedPath } = await find(request, params.draftId, context);
  const form = await readSmallForm(request);
  const read = readAdjusting(form, whole.picture);
  const refuse = (message: string, init: { status: number; headers?: Record<string, string> }) =>
    data({ adjusting: read.adjusting, errors: { form: message } }, init);
  const notGiven = async () => {
    const startedAt = await startedPath();
    if (startedAt) {
      const text = "It started before you changed the photo, so it uses the photo as it was.";
      context.get(flashContext).leave({ kind: "error", title: "Already being worked on", text });
      return redirect(startedAt, 303);
    }
    // The sweep removed the draft or the adjusted photo meanwhile.
    return refuse("We no longer have this photo. Please choose it again; nothing was spent.", { status: 404 });
  };
  if (form.get("do") === "undo") {
    if (!(await attach(whole.id))) return notGiven();
    context.get(flashContext).leave({ kind: "success", title: "Back to the whole photo", text: "" });
    return redirect(back, 303);
  }
  if (!read.adjustment) return data({ adjusting: read.adjusting, errors: read.errors }, { status: 422 });
  const adjusting = { memberId, wholeId: whole.id, adjustment: read.adjustment };
  const arrival = {
    request,
    memberId,
    clientAddress: context.get(clientAddressContext),
    rateLimiter: context.get(rateLimiterContext),
    busyMessage,
  };
  const made = await inUploadSlot(arrival, () => adjustPhoto(photoParts(context), adjusting));
  if ("message" in made) return refuse(made.message, made);
  if (!made.ok) return refuse("The photo could not be read. Please try again, or choose another one.", { status: 422 });
  if (!(await attach(made.photoId))) return notGiven();
  context.get(flashContext).leave({ kind: "success", title: "Photo adjusted", text: "Nothing was spent." });
  return redirect(back, 303);
}

const busyMessage = "Other photos are being worked on. Please try again in a moment.";

export const clientAction = (args: ClientActionFunctionArgs) =>
  onlineAction<typeof action>(args, "The connection was lost. Please check it and try again: nothing is spent here.");

export default function Adjust({ loaderData, actionData }: Route.ComponentProps) {
  return <AdjustPage {...loaderData} answer={actionData} />;
}

interface AdjustedDraft {
  adjustable: Adjustable;
  whole: NonNullable<Adjustable["whole"]>;
  /** Return address, and its part of this page's query. */
  back: string;
  onTheWay: Record<string, string>;
  /** Replaces the draft's photo. False when either is deleted, or the draft was started. */
  attach: (photoId: string) => Promise<boolean>;
  /** Page of the transformation or batch that the draft became. */
  startedPath: () => Promise<string | null>;
}

async function find(
  request: Request,
  draftId: string,
  context: Readonly<RouterContextProvider>,
): Promise<AdjustedDraft> {
  const { searchParams } = new URL(request.url);
  const several = searchParams.get("photo");
  const database = context.get(databaseContext);
  const memberId = context.get(memberContext).id;
  const adjustable = await readAdjustable(database, memberId, draftId, several);
  if (!adjustable) throw data(null, { status: 404 });
  const { tool, whole, startedId, batchId } = adjustable;
  if (batchId) throw redirect(batchPath(batchId));
  if (startedId) throw redirect(`${tool.path}?job=${startedId}`);
  const presetId = searchParams.get("preset");
  const preset: Record<string, string> = isRowId(presetId) ? { preset: presetId } : {};
  const photos = choosePath(tool, draftId, preset["preset"]);
  if (!whole) throw redirect(several === null ? stepUrl(tool, draftId) : photos);
  const startedPath = async () => {
    const now = await readAdjustable(database, memberId, draftId, several);
    if (now?.batchId) return batchPath(now.batchId);
    return now?.startedId ? `${tool.path}?job=${now.startedId}` : null;
  };
  const draft = { adjustable, whole, startedPath };
  if (several !== null) {
    const attach = (by: string) => replacePhoto(database, memberId, draftId, { photoId: several, by });
    return { ...draft, back: photos, onTheWay: { photo: several, ...preset }, attach };
  }
  const step = searchParams.get("step");
  const onTheWay = { ...(step !== null && tool.steps.some(({ id }) => id === step) ? { step } : {}), ...preset };
  const back = `${tool.path}?${new URLSearchParams({ draft: draftId, ...onTheWay })}`;
  return { ...draft, back, onTheWay, attach: (by) => attachPhoto(database, memberId, draftId, by) };
}
