import { createRequire } from "node:module";

export type OpenCv = typeof import("@techstark/opencv-js");

let loading: Promise<{ cv: OpenCv }> | undefined;

/**
 * OpenCV as WebAssembly, loaded once when it is first needed (10 MB of code). It comes wrapped: the module has a
 * `then` of its own, so a promise of the bare module would wait for ever.
 */
export function openCv(): Promise<{ cv: OpenCv }> {
  loading ??= load();
  return loading;
}

async function load(): Promise<{ cv: OpenCv }> {
  const required: unknown = createRequire(import.meta.url)("@techstark/opencv-js");
  const cv = (required instanceof Promise ? await required : required) as OpenCv;
  if (!("Mat" in cv)) await new Promise<void>((resolve) => Object.assign(cv, { onRuntimeInitialized: resolve }));
  return { cv };
}
