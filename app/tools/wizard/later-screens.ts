import { type ComponentType, lazy } from "react";
import { retryWhenOnline } from "../../server/http/connection/retry-when-online.ts";

// Parts that most first visits do not need, each fetched one screen ahead. Offline, their display waits.

const loadSteps = () => import("./step-screen.tsx");
const loadRun = () => import("../runs/run-screen.tsx");
export const loadUploading = () => retryWhenOnline(() => import("./upload-chosen-photo.ts"));

const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await retryWhenOnline(load) }));

export const StepScreen = later(async () => (await loadSteps()).StepScreen);
/** A tool without questions shows it beside the upload. */
export const StepForm = later(async () => (await loadSteps()).StepForm);
export const RunScreen = later(async () => (await loadRun()).RunScreen);

const preload = (...parts: (() => Promise<unknown>)[]) => {
  for (const load of parts) load().catch(() => {});
};

// Idempotent, so that they may be called while rendering.
export const preloadSteps = () => preload(loadSteps, () => import("./upload-chosen-photo.ts"));
export const preloadRun = () => preload(loadRun);
