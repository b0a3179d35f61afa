import { ToolPage } from "../tool-page.tsx";
import { surpriseMe } from "./surprise-me.ts";

export { unlessOnlyStepChanged as shouldRevalidate } from "../../http/step-change.ts";
export { clientAction } from "../tool-client-action.ts";
export { ErrorBoundary } from "../tool-failed.tsx";
export { action, loader } from "../tool-requests.server.ts";

export default function SurpriseMePage() {
  return <ToolPage tool={surpriseMe} />;
}
