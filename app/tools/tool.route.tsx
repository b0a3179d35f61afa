import { data, redirect, useNavigation } from "react-router";
import { isConnectionLost } from "../http/connection-lost.ts";
import { memberContext, servicesContext } from "../services.ts";
import { waitMessage } from "../http/rate-limits.ts";
import { photoProblemMessages, photoProblemStatus } from "../photos/photo-problems.ts";
import { readUpload } from "../photos/read-upload.server.ts";
import { uploadPhoto } from "../photos/upload-photo.server.ts";
import { failureMessages } from "../transformations/failures.ts";
import { downloadLink, readTransformation } from "../transformations/read-transformation.server.ts";
import { toolAt } from "./catalogue.ts";
import type { Tool } from "./tool.ts";
import { readDraft, startDraft } from "./draft.server.ts";
import { ProcessingScreen } from "./processing-screen.tsx";
import { ResultScreen } from "./result-screen.tsx";
import { UploadScreen } from "./upload-screen.tsx";
import type { Route } from "./+types/tool.route";

/** A tool's page: the photo, then the work (`?job=`), then its result. Reading never changes anything. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, engineName } = context.get(servicesContext);
  const member = context.get(memberContext);
  const { tool, query } = place(request);
  const job = query.get("job");
  if (job === null) {
    const draft = await readDraft(database, member.id, tool, query.get("draft"));
    // Paid for already, perhaps by a press whose answer was lost: what it became is shown instead of the button.
    if (draft?.startedId) throw redirect(`${tool.path}?job=${draft.startedId}`);
    const failed = await readTransformation(database, member.id, query.get("failed"));
    return {
      screen: "upload" as const,
      tool,
      draft,
      failure: failed?.failure ? failureMessages[failed.failure] : null,
    };
  }
  const transformation = await readTransformation(database, member.id, job);
  if (!transformation || transformation.tool !== tool.id) throw new Response("Not found", { status: 404 });
  if (transformation.status === "failed") {
    const draft = transformation.draftId ? `draft=${transformation.draftId}&` : "";
    throw redirect(`${tool.path}?${draft}failed=${transformation.id}`);
  }
  if (!transformation.result) return { screen: "processing" as const, tool, transformation, engineName };
  return {
    screen: "result" as const,
    tool,
    transformation,
    result: transformation.result,
    download: downloadLink(transformation.result, transformation.name, tool.downloadLabel),
  };
}

/** Takes the photo: checked, normalised, kept, and a draft started with it. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(memberContext);
  const { tool } = place(request);
  const wait = await services.rateLimiter.take({ uploadByMember: member.id });
  if (wait) return data({ problem: waitMessage(wait) }, { status: 429, headers: { "Retry-After": String(wait) } });
  const reading = await readUpload(request);
  const stored = reading.ok ? await uploadPhoto(services, { memberId: member.id, ...reading.upload }) : reading;
  if (!stored.ok) {
    const status = photoProblemStatus[stored.problem];
    return data({ problem: photoProblemMessages[stored.problem] }, { status });
  }
  return redirect(`${tool.path}?draft=${await startDraft(services.database, member.id, tool, stored.photoId)}`);
}

/** A line that broke in mid-upload is said beside the field like any other problem; the page and its choices stay. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (isConnectionLost(error)) {
      const problem = "Upload failed. Nothing was charged. Please check your connection and try again.";
      // As a failure, so that nothing is fetched again over the broken line.
      return data({ problem }, { status: 503 });
    }
    throw error;
  }
}

export default function ToolPage({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  switch (loaderData.screen) {
    case "processing":
      return <ProcessingScreen {...loaderData} />;
    case "result":
      return <ResultScreen {...loaderData} />;
    case "upload":
      return <UploadScreen {...loaderData} problem={actionData?.problem ?? null} busy={navigation.state !== "idle"} />;
  }
}

function place(request: Request): { tool: Tool; query: URLSearchParams } {
  const { pathname, searchParams } = new URL(request.url);
  const tool = toolAt(pathname.replace(/\.data$/, ""));
  if (!tool) throw new Response("Not found", { status: 404 });
  return { tool, query: searchParams };
}
