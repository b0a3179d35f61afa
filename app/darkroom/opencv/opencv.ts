import { createRequire } from "node:module";

type Bindings = typeof import("@techstark/opencv-js");

/** The package's types, and what they lack of its bindings. */
export type OpenCv = Bindings & { readNetFromTFLite(path: string): ReturnType<Bindings["readNet"]> };

let loading: Promise<void> | undefined;
let loaded: OpenCv | undefined;

/** Loads OpenCV's WebAssembly (10 MB of code, about 0.5 s of CPU) once; `openCv` and the filters work after it. */
export function loadOpenCv(): Promise<void> {
  loading ??= load();
  return loading;
}

/** The loaded library. @throws before `loadOpenCv` has finished. */
export function openCv(): OpenCv {
  if (!loaded) throw new Error("OpenCV is not loaded: await loadOpenCv() first.");
  return loaded;
}

async function load(): Promise<void> {
  const required: unknown = createRequire(import.meta.url)("@techstark/opencv-js");
  // The module has a `then` of its own, so it must never be what a promise resolves with.
  const cv = (required instanceof Promise ? await required : required) as OpenCv;
  if (!("Mat" in cv)) await new Promise<void>((resolve) => Object.assign(cv, { onRuntimeInitialized: resolve }));
  loaded = cv;
}
