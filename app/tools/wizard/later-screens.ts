import { type ComponentType, lazy } from "react";
import { retryWhenOnline } from "../../server/http/connection/retry-when-online.ts";

/** A screen in a file of its own, fetched ahead by `preload` (idempotent); offline, its display waits. */
function later<Props>(load: () => Promise<ComponentType<Props>>) {
  const screen = lazy(async () => ({ default: await retryWhenOnline(load) }));
  return Object.assign(screen, { preload: () => void load().catch(() => {}) });
}

export const StepScreen = later(async () => (await import("./step-screen.tsx")).StepScreen);
/** A tool without questions shows it beside the upload. */
export const StepForm = later(async () => (await import("./step-form.tsx")).StepForm);
export const RunScreen = later(async () => (await import("../runs/run-screen.tsx")).RunScreen);
