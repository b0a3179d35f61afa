import { lazy } from "react";
import { retryWhenOnline } from "../../server/http/connection/retry-when-online.ts";

// A page begins without the screens that come later: each is loaded one screen before it is needed.

const load = {
  step: () => import("./photo-chosen.ts"),
  presets: () => import("../presets/preset-choice.tsx"),
  processing: () => import("../runs/processing-screen.tsx"),
  result: () => import("../result/result-screen.tsx"),
};

export const StepScreen = lazy(async () => ({ default: (await retryWhenOnline(load.step)).StepScreen }));
/** The form of a tool without questions, which stands on its first screen once it has a photo. */
export const StepForm = lazy(async () => ({ default: (await retryWhenOnline(load.step)).StepForm }));
/** Only for members who have presets. */
export const PresetChoice = lazy(async () => ({ default: (await retryWhenOnline(load.presets)).PresetChoice }));
export const ProcessingScreen = lazy(async () => ({
  default: (await retryWhenOnline(load.processing)).ProcessingScreen,
}));
export const ResultScreen = lazy(async () => ({ default: (await retryWhenOnline(load.result)).ResultScreen }));

/** Loads a screen before it is shown; if that fails, it is asked for again then. */
export function loadScreen(name: keyof typeof load): void {
  load[name]().catch(() => {});
}
