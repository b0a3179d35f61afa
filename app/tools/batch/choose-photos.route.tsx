import { BatchOffer } from "./batch-offer.tsx";
import { ChoosePhotos } from "./choose-photos.tsx";
import type { Route } from "./+types/choose-photos.route";

export { ErrorBoundary } from "../wizard/tool-failed.tsx";
export { clientAction } from "./choose-client-action.ts";
export { action, loader } from "./choose-requests.server.ts";

export default function ChoosePhotosPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.entitled) return <BatchOffer {...loaderData} />;
  const answered = actionData && "problems" in actionData ? actionData.problems : null;
  return <ChoosePhotos key={loaderData.toolId} {...loaderData} answered={answered} />;
}
