import { ToolPage } from "../tool-page.tsx";
import { portraitStudio } from "./portrait-studio.ts";

export { unlessOnlyStepChanged as shouldRevalidate } from "../../http/step-change.ts";
export { clientAction } from "../tool-client-action.ts";
export { ErrorBoundary } from "../tool-failed.tsx";
export { action, loader } from "../tool-requests.server.ts";

export default function PortraitStudioPage() {
  return <ToolPage tool={portraitStudio} />;
}
