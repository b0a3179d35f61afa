import { ToolPage } from "../wizard/tool-page.tsx";
import { surpriseMe } from "./surprise-me.ts";

export { unlessOnlyStepChanged as shouldRevalidate } from "../../server/http/connection/should-revalidate.ts";
export { clientAction, ErrorBoundary } from "../wizard/tool-page.tsx";
export { action, loader } from "../wizard/tool-requests.server.ts";

export default function SurpriseMePage() {
  return <ToolPage tool={surpriseMe} />;
}
