import { ToolPage } from "../wizard/tool-page.tsx";
import { idPhoto } from "./id-photo.ts";
import { idPhotoParts } from "./later-parts.ts";

export { unlessOnlyStepChanged as shouldRevalidate } from "../../server/http/connection/should-revalidate.ts";
export { clientAction, ErrorBoundary } from "../wizard/tool-page.tsx";
export { action, loader } from "../wizard/tool-requests.server.ts";

const tool = { ...idPhoto, parts: idPhotoParts };

export default function IdPhotoPage() {
  return <ToolPage tool={tool} />;
}
