import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { Tensor } from "onnxruntime-web/wasm";
import type { ModelName } from "./models.ts";
import { openSession } from "./onnx-nets.ts";

/** A network in WebAssembly: one thread, deterministic. */
export interface Net {
  readonly side: number;
  run(rgb: Uint8Array): Promise<Record<string, Float32Array>>;
}

type NetName = Exclude<ModelName, "pose" | "saliency">;

/** MediaPipe selfie segmentation: 256 × 256, 0 to 1; 20 ms of CPU. */
export const loadPeopleNet = once(() => loadNet("people", { side: 256, from: 0 }));
/** MediaPipe BlazeFace, full range: 48 × 48 cells; 50 ms of CPU. */
export const loadFaceNet = once(() => loadNet("faces", { side: 192, from: -1 }));
/** MediaPipe Face Mesh: 468 points and a presence score; 10 ms of CPU. */
export const loadLandmarkNet = once(() => loadNet("landmarks", { side: 192, from: 0 }));

export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Lets messages to and from the process of the saliency and pose nets pass before a run blocks the event loop. */
export const otherProcesses = (): Promise<void> => setImmediate();

/** Bytes become `from` to 1. */
async function loadNet(name: NetName, { side, from }: { side: number; from: number }): Promise<Net> {
  const session = await withoutOptimising(() => openSession(name)).catch(() => null);
  if (!session) return { side, run: async () => blindOutputs[name]() };
  const [input = ""] = session.inputNames;
  const step = (1 - from) / 255;
  return {
    side,
    run: async (rgb) => {
      const values = new Float32Array(rgb.length);
      for (let at = 0; at < values.length; at += 1) values[at] = from + step * (rgb[at] ?? 0);
      const answer = await session.run({ [input]: new Tensor("float32", values, [1, side, side, 3]) });
      return Object.fromEntries(
        session.outputNames.map((output) => [output, new Float32Array(answer[output]?.data as Float32Array)]),
      );
    },
  };
}

/**
 * V8's optimising compiler takes 130 MB and 2 s of CPU for functions that only the creation of a session calls. The
 * networks' own functions are optimised as they run.
 */
async function withoutOptimising<Result>(run: () => Promise<Result>): Promise<Result> {
  setFlagsFromString("--wasm-tier-up-filter=0");
  try {
    return await run();
  } finally {
    setFlagsFromString("--wasm-tier-up-filter=-1");
  }
}

/** A logit with a sigmoid of 0. */
const impossible = -100;

/** Outputs of a network without weights: it finds nothing. `unreadableModels` reports missing weights. */
const blindOutputs: Record<NetName, () => Record<string, Float32Array>> = {
  people: () => ({ map: new Float32Array(256 * 256) }),
  faces: () => ({
    reshaped_classifier_face_4: new Float32Array(48 * 48).fill(impossible),
    reshaped_regressor_face_4: new Float32Array(48 * 48 * 16),
  }),
  landmarks: () => ({ points: new Float32Array(468 * 3), presence: new Float32Array([impossible]) }),
};
