import { createRequire } from "node:module";

type OpenCv = typeof import("@techstark/opencv-js");

let loading: Promise<void> | undefined;
let loaded: OpenCv | undefined;

/** Loads OpenCV once: 10 MB of code and 0.5 s of CPU; the filters need it. */
export function loadOpenCv(): Promise<void> {
  loading ??= load();
  return loading;
}

/** @throws before `loadOpenCv` has resolved. */
export function openCv(): OpenCv {
  if (!loaded) throw new Error("OpenCV is not loaded: await loadOpenCv() first.");
  return loaded;
}

async function load(): Promise<void> {
  const required: unknown = createRequire(import.meta.url)("@techstark/opencv-js");
  // The module has its own `then`, so no promise may resolve with it.
  const cv = (required instanceof Promise ? await required : required) as OpenCv;
  if (!("Mat" in cv)) await new Promise<void>((resolve) => Object.assign(cv, { onRuntimeInitialized: resolve }));
  loaded = cv;
}
