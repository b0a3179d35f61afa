import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { sharedPhotoPath } from "../../pwa/share-address.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { clientAddressContext } from "../../server/http/site.ts";
import { inUploadSlot, severalUploadsSlots } from "../../photos/upload/receive-photo.server.ts";
import { firstUnanswered, withPresets } from "../answers.ts";
import { readPresetChoice } from "../presets/preset-choice.server.ts";
import { readDraft } from "../drafts/read-draft.server.ts";
import { stepUrl } from "../wizard/steps.ts";
import { offeredTool } from "../wizard/tool-requests.server.ts";
import { readPhotos, removePhoto } from "./batch-draft.server.ts";
import { batchPath, choosePath } from "./batch.ts";
import { batchNeedsPackage } from "./batch-messages.ts";
import { uploadBatchPhotos } from "./upload-photos.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import { photoParts } from "../../photos/photo-parts.ts";

/**
 * `<tool>/batch?draft=`: the photos of a batch draft; `preset` names the choices to continue with. @throws 404 for an
 * unknown preset.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const database = context.get(databaseContext);
  const memberId = context.get(memberContext).id;
  const { tool, named, query } = place({ request, context });
  const { batch: entitled } = await database.asMember(memberId, (sql) => readEntitlements(sql, memberId));
  const toolInfo = { toolId: tool.id, path: tool.path, title: tool.title };
  if (!entitled && query.get("shared") === "") {
    // Without the package, the first shared photo opens as a single one.
    context
      .get(flashContext)
      .leave({ kind: "error", title: "Only the first photo was added", text: batchNeedsPackage });
    throw redirect(sharedPhotoPath(null));
  }
  if (!entitled) return { entitled: false as const, ...toolInfo };
  const draft = await readDraft(database, memberId, tool, named);
  if (draft?.batchId) throw redirect(batchPath(draft.batchId));
  const choice = await readPresetChoice(database, memberId, tool, query, draft);
  if (!choice) throw data(null, { status: 404 });
  if ("to" in choice) throw redirect(choice.to);
  // Without scripts the form creates a draft of this id with its first photo.
  const draftId = named ?? randomUUID();
  const next = firstUnanswered(tool, withPresets(tool, draft?.answers ?? {})) ?? tool.steps.at(-1);
  return {
    entitled: true as const,
    ...toolInfo,
    ...choice,
    draftId,
    photos: draft ? await readPhotos(database, memberId, draft.id) : [],
    next: stepUrl(tool, draftId, next?.id),
  };
}

/** Multipart `photos` adds; `remove` takes one out. */
export async function action({ request, context }: ActionFunctionArgs) {
  const parts = { ...photoParts(context), rateLimiter: context.get(rateLimiterContext) };
  const memberId = context.get(memberContext).id;
  const { tool, named, query } = place({ request, context });
  const { batch: entitled } = await parts.database.asMember(memberId, (sql) => readEntitlements(sql, memberId));
  if (!entitled) return redirect(choosePath(tool), 303);
  const draftId = named ?? randomUUID();
  const preset = query.get("preset");
  const back = (id: string | null) => redirect(choosePath(tool, id, isRowId(preset) ? preset : null), 303);
  if (!request.headers.get("Content-Type")?.startsWith("multipart/")) {
    const form = await readSmallForm(request);
    await removePhoto(parts.database, memberId, draftId, String(form.get("remove")));
    return back(draftId);
  }
  const arrival = { request, memberId, clientAddress: context.get(clientAddressContext), slots: severalUploadsSlots };
  const uploaded = await inUploadSlot(arrival, (body) =>
    uploadBatchPhotos(parts, { memberId, tool, draftId, request: body }),
  );
  if ("message" in uploaded) return data({ problems: [uploaded.message] }, { status: uploaded.status });
  const { saved: savedCount, problems } = uploaded;
  if (problems.length) return data({ problems }, { status: 422 });
  return back(savedCount ? draftId : null);
}

function place({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const { pathname, searchParams } = new URL(request.url);
  const tool = offeredTool(context, pathname.replace(/\/batch(\.data)?$/, ""));
  const named = searchParams.get("draft");
  return { tool, named: isRowId(named) ? named : null, query: searchParams };
}
