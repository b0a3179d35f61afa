import { ToolPage } from "../wizard/tool-page.tsx";
import { idPhoto } from "./id-photo.ts";
import { type ComponentType, lazy } from "react";
import { retryWhenOnline } from "../../server/http/connection/connection-errors.ts";
import type { Tool } from "../tool.ts";

/** Loaded when shown; offline, they wait for the connection. */
const later = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await retryWhenOnline(load) }));

const idPhotoParts: NonNullable<Tool["parts"]> = {
  beforeStart: later(async () => (await import("./photo-checks.tsx")).PhotoChecks),
  result: later(async () => (await import("./id-photo-result.tsx")).IdPhotoResult),
};

export { unlessOnlyStepChanged as shouldRevalidate } from "../../server/http/connection/should-revalidate.ts";
export { clientAction, ErrorBoundary } from "../wizard/tool-page.tsx";
export { action, loader } from "../wizard/tool-requests.server.ts";

const tool = { ...idPhoto, parts: idPhotoParts };

export default function IdPhotoPage() {
  return <ToolPage tool={tool} />;
}
