import { lazy } from "react";
import { retryWhenOnline } from "../../server/http/connection/connection-errors.ts";

// Later screens load one screen ahead.

const load = {
  step: () => import("./photo-chosen.ts"),
  presets: () => import("../presets/preset-choice.tsx"),
  processing: () => import("../runs/processing-screen.tsx"),
  result: () => import("../result/result-screen.tsx"),
};

export const StepScreen = lazy(async () => ({ default: (await retryWhenOnline(load.step)).StepScreen }));
/** Needed early by a tool without questions. */
export const StepForm = lazy(async () => ({ default: (await retryWhenOnline(load.step)).StepForm }));
/** Only for members with presets. */
export const PresetChoice = lazy(async () => ({ default: (await retryWhenOnline(load.presets)).PresetChoice }));
export const ProcessingScreen = lazy(async () => ({
  default: (await retryWhenOnline(load.processing)).ProcessingScreen,
}));
export const ResultScreen = lazy(async () => ({ default: (await retryWhenOnline(load.result)).ResultScreen }));

/** A failed preload is retried on display. */
export function loadScreen(name: keyof typeof load): void {
  load[name]().catch(() => {});
}
