import { type ComponentType, lazy } from "react";
import { retryWhenOnline } from "../../server/http/connection/connection-errors.ts";
import { loadUploading } from "./photo-upload.ts";

const loadSteps = () => import("./step-screen.tsx");
const loadProcessing = () => import("../runs/processing-screen.tsx");
const loadResult = () => import("../result/result-screen.tsx");

/** Offline, its display waits for the connection. */
const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await retryWhenOnline(load) }));

export const StepScreen = later(async () => (await loadSteps()).StepScreen);
/** A tool without questions shows it beside the upload. */
export const StepForm = later(async () => (await loadSteps()).StepForm);
export const FailureNotice = later(async () => (await import("../runs/failure-notice.tsx")).FailureNotice);
/** Few members have presets. */
export const PresetChoice = later(async () => (await import("../presets/preset-links.tsx")).PresetChoice);
export const ProcessingScreen = later(async () => (await loadProcessing()).ProcessingScreen);
export const ResultScreen = later(async () => (await loadResult()).ResultScreen);

/** Fetches the steps and the upload ahead. Idempotent, so that rendering may call it. */
export function preloadSteps() {
  loadSteps().catch(() => {});
  loadUploading().catch(() => {});
}

export const preloadProcessing = () => void loadProcessing().catch(() => {});
export const preloadResult = () => void loadResult().catch(() => {});
