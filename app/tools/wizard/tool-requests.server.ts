import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, replace } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { rateLimiterContext, waitMessage } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { receivePhoto } from "../../photos/upload/receive-photo.server.ts";
import { refusalText, refusalTitle } from "../../transformations/requesting/limits.ts";
import { batchPath, choosePath, formatPhotoCount } from "../batch/batch.ts";
import { batchNeedsPackage, gemsNeeded } from "../batch/batch-messages.ts";
import { dayFormatter, timeZoneFromCookie } from "../../ui/dates.ts";
import { toolAt } from "../catalogue.ts";
import { buyGemsFor } from "./gem-balance.tsx";
import { flashRemovedChoices, requirePreset } from "../presets/preset-choice.server.ts";
import { readDraft } from "../drafts/read-draft.server.ts";
import { readRun } from "../runs/read-run.server.ts";
import { stepUrl } from "./steps.ts";
import { submitStep } from "./submit-step.server.ts";
import { uploadDraftPhoto } from "../drafts/upload-draft-photo.server.ts";
import { type Tool, toolFor } from "../tool.ts";
import { memberContext } from "../../account/identity.ts";
import { databaseContext } from "../../server/database/database.ts";
import { photoHostContext } from "../../photos/photo-host.ts";
import { photoSightContext } from "../../photos/advice/photo-sight.ts";
import { clientAddressContext, siteContext } from "../../server/http/site.ts";
import { offers } from "../../transformations/image-generator.ts";
import { requestingContext } from "../../transformations/requesting/requesting.ts";
import { photoParts } from "../../photos/photo-parts.ts";

/** `?draft=&step=` shows a step, `?job=` the progress or the result. GET changes nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { tool, query } = place({ request, context });
  const { engine } = context.get(requestingContext);
  if (!offers(engine, tool.id)) throw new Response("Not found", { status: 404 });
  const fresh = !new URL(request.url).pathname.endsWith(".data");
  const parts = {
    database: context.get(databaseContext),
    photoHost: context.get(photoHostContext),
    photoSight: context.get(photoSightContext),
    engine,
    appUrl: context.get(siteContext).appUrl,
  };
  const run = await readRun(parts, context.get(memberContext).id, tool, query, fresh);
  if (run === null) throw new Response("Not found", { status: 404 });
  if ("arrived" in run) {
    context.get(flashContext).leave({ kind: "success", title: "New angle generated!", text: "" });
  }
  if ("pictureGone" in run) {
    const text = "The picture was deleted. You can delete the rest of this transformation here.";
    context.get(flashContext).leave({ kind: "error", title: "Picture deleted", text });
  }
  if (run.to === tool.path && query.has("draft")) {
    const text = "The page was closed or reloaded before it was sent. Please choose it again.";
    context.get(flashContext).leave({ kind: "error", title: "The photo did not arrive", text });
  }
  if (run.to !== undefined) throw isOpen(request) ? replace(run.to) : redirect(run.to);
  if (run.screen !== "result") return run;
  const formatDay = dayFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  return { ...run, originalDeletedOn: run.originalFate?.is === "deleted" ? formatDay(run.originalFate.at) : null };
}

/** Posts a step's answers or, without a step, the photo. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { tool, query } = place({ request, context });
  const step = tool.steps.find(({ id }) => id === query.get("step"));
  return step && query.has("draft")
    ? postAnswers({ request, context, tool, step, draftId: query.get("draft") })
    : postPhoto({ request, context, tool, query });
}

type Posted = Pick<ActionFunctionArgs, "request" | "context"> & { tool: Tool };

async function postPhoto({ request, context, tool, query }: Posted & { query: URLSearchParams }) {
  const memberId = context.get(memberContext).id;
  const preset = await requirePreset(context, tool, query, null);
  const firstAnswers = query.has("reset") ? (tool.resetAnswers ?? {}) : {};
  const arrival = {
    request,
    memberId,
    clientAddress: context.get(clientAddressContext),
    rateLimiter: context.get(rateLimiterContext),
  };
  const uploaded = await receivePhoto(arrival, (upload) =>
    uploadDraftPhoto(photoParts(context), {
      memberId,
      tool,
      draftId: query.get("draft"),
      upload,
      firstAnswers,
      preset,
    }),
  );
  if (!uploaded.ok) {
    const { message, status, headers } = uploaded;
    return data({ photoProblem: message }, { status, headers });
  }
  if (preset) flashRemovedChoices(context, preset);
  return redirect(stepUrl(tool, uploaded.draftId, uploaded.step));
}

/** Accepts longer texts than allowed, to show the error beside the field. */
const formLimitBytes = 256 * 1024;

async function postAnswers({
  request,
  context,
  tool,
  step,
  draftId,
}: Posted & { step: Tool["steps"][number]; draftId: string | null }) {
  const parts = { database: context.get(databaseContext), ...context.get(requestingContext) };
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const form = await readSmallForm(request, formLimitBytes);
  const draft = await readDraft(parts.database, memberId, tool, draftId);
  const noPhoto = { kind: "error", title: "No image selected", text: "Please upload a photo first." } as const;
  if (!draft) {
    leave(noPhoto);
    return redirect(tool.path);
  }
  const wait = await context.get(rateLimiterContext).take({ startByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: tool.failureTitle, text: waitMessage(wait) });
    return redirect(stepUrl(tool, draft.id, step.id));
  }
  const result = await submitStep(parts, { memberId, tool, step, draft, form });
  if (result.next === "step") {
    if (result.dropped) {
      if (draft.photo) context.get(photoSightContext)?.forget(draft.photo.id);
      return redirect(tool.path);
    }
    const toPhotos = result.step === null && draft.photos.length > 0;
    return redirect(toPhotos ? choosePath(tool, draft.id) : stepUrl(tool, draft.id, result.step));
  }
  if (result.next === "problems") return data({ submitted: result }, { status: 422 });
  const { answer, answers } = result;
  if (answer.ok)
    return replace("batchId" in answer ? batchPath(answer.batchId) : `${tool.path}?job=${answer.transformationId}`);
  switch (answer.problem) {
    case "answers":
      if (answer.step !== step.id) return redirect(stepUrl(tool, draft.id, answer.step));
      return data({ submitted: { answers, problems: answer.problems } }, { status: 422 });
    case "limited": {
      const message = refusalText(answer.refusal, "your photo and your choices are saved");
      const problems = [{ field: "choices", message, title: refusalTitle(answer.refusal) }];
      const headers = { "Retry-After": String(answer.refusal.waitSeconds) };
      return data({ submitted: { answers, problems } }, { status: 429, headers });
    }
    case "photo-missing":
      if (draft.photos.length) return redirect(choosePath(tool, draft.id));
      leave(noPhoto);
      return redirect(stepUrl(tool, draft.id, step.id));
    case "photos-changed": {
      const several = `There are ${formatPhotoCount(draft.photos.length)} here now. Please check the number of gems and try again.`;
      const one =
        "It was turned, cropped or replaced in the meantime. Nothing was spent: please check it and try again.";
      const title = draft.photos.length ? "The photos have changed" : "The photo has changed";
      leave({ kind: "error", title, text: draft.photos.length ? several : one });
      return redirect(stepUrl(tool, draft.id, step.id));
    }
    case "not-entitled":
      leave({ kind: "error", title: "Several photos at once", text: batchNeedsPackage });
      return redirect(choosePath(tool, draft.id));
    case "insufficient-gems":
      leave({ kind: "error", title: "Insufficient gems", text: gemsNeeded(draft.photos.length) });
      return redirect(buyGemsFor(stepUrl(tool, draft.id, step.id)));
  }
}

/**
 * True when the browser is already at this address, after Back or during a refresh. The redirect then replaces the
 * address in the history, so that Back leaves it.
 */
function isOpen(request: Request): boolean {
  const [at, from] = [new URL(request.url), request.headers.get("Referer") ?? ""];
  if (!URL.canParse(from)) return false;
  const { pathname, searchParams } = new URL(from);
  at.searchParams.delete("_routes");
  return pathname === at.pathname.replace(/\.data$/, "") && `${searchParams}` === `${at.searchParams}`;
}

function place({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const { pathname, searchParams } = new URL(request.url);
  return { tool: offeredTool(context, pathname.replace(/\.data$/, "")), query: searchParams };
}

/** Finds the tool at a path, adapted to this server's image generator. @throws 404 for an unknown path. */
export function offeredTool(context: LoaderFunctionArgs["context"], path: string): Tool {
  const tool = toolAt(path);
  if (!tool) throw new Response("Not found", { status: 404 });
  return toolFor(tool, context.get(requestingContext).engine.model !== null);
}
