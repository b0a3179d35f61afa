import { ToolPage } from "../wizard/tool-page.tsx";
import { backgroundEngine } from "./background-engine.ts";

export { unlessOnlyStepChanged as shouldRevalidate } from "../../server/http/connection/should-revalidate.ts";
export { clientAction, ErrorBoundary } from "../wizard/tool-page.tsx";
export { action, loader } from "../wizard/tool-requests.server.ts";

export default function BackgroundEnginePage() {
  return <ToolPage tool={backgroundEngine} />;
}
