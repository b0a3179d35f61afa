import { type ComponentType, lazy } from "react";
import { retryWhenOnline } from "../../server/http/connection/connection-errors.ts";
import type { Tool } from "../tool.ts";

/** Loaded when shown; offline, they wait for the connection. */
const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await retryWhenOnline(load) }));

export const idPhotoParts: NonNullable<Tool["parts"]> = {
  beforeStart: later(async () => (await import("./photo-checks.tsx")).PhotoChecks),
  result: later(async () => (await import("./id-photo-result.tsx")).IdPhotoResult),
};
