import { setImmediate } from "node:timers/promises";
import { withMats } from "../opencv/filters.ts";
import { loadOpenCv, openCv } from "../opencv/opencv.ts";
import { type ModelName, readModel } from "./models.ts";

/** A TFLite model in OpenCV's WebAssembly: one thread, deterministic. */
export interface Net {
  readonly side: number;
  run(rgb: Uint8Array): Record<string, Float32Array>;
}

type TfliteName = Exclude<ModelName, "pose" | "saliency">;

/** Loads a net once and maps its input bytes to `from`..1. */
function loadedOnce(name: TfliteName, side: number, from: number): () => Promise<Net> {
  let loading: Promise<Net> | undefined;
  return () => {
    loading ??= loadNet(name, side, from);
    return loading;
  };
}

/** MediaPipe selfie segmentation: 256 × 256, 0 to 1; 100 ms of CPU. */
export const loadPeopleNet = loadedOnce("people", 256, 0);
/** MediaPipe BlazeFace, full range: 48 × 48 cells; 120 ms of CPU. */
export const loadFaceNet = loadedOnce("faces", 192, -1);
/** MediaPipe Face Mesh: 468 points and a presence score; 50 ms of CPU. */
export const loadLandmarkNet = loadedOnce("landmarks", 192, 0);

/** Lets messages to and from the ONNX process pass before a run blocks the event loop. */
export const otherProcesses = (): Promise<void> => setImmediate();

async function loadNet(name: TfliteName, side: number, from: number): Promise<Net> {
  const [weights] = await Promise.all([readModel(name).catch(() => null), loadOpenCv()]);
  if (!weights) return { side, run: () => blindOutputs[name]() };
  const cv = openCv();
  const path = `${name}.tflite`;
  cv.FS_createDataFile("/", path, weights, true, false, false);
  const net = cv.readNetFromTFLite(`/${path}`);
  const names = withMats((keep) => {
    const found = keep(net.getUnconnectedOutLayersNames());
    return Array.from({ length: found.size() }, (_, at): string => found.get(at));
  });
  const scale = (1 - from) / 255;
  const shift = -from / scale;
  return {
    side,
    run: (rgb) =>
      withMats((keep) => {
        const picture = keep(cv.matFromArray(side, side, cv.CV_8UC3, rgb));
        const mean = new cv.Scalar(shift, shift, shift, 0);
        net.setInput(keep(cv.blobFromImage(picture, scale, new cv.Size(side, side), mean, false, false, cv.CV_32F)));
        const outputs = keep(new cv.MatVector());
        // One call for all outputs: forward(name) would run the network again for each.
        net.forward2(outputs, names);
        return Object.fromEntries(names.map((name, at) => [name, Float32Array.from(keep(outputs.get(at)).data32F)]));
      }),
  };
}

/** A logit with a sigmoid of 0. */
const impossible = -100;

/** Outputs of a network without weights: it finds nothing. `unreadableModels` reports missing weights. */
const blindOutputs: Record<TfliteName, () => Record<string, Float32Array>> = {
  people: () => ({ map: new Float32Array(256 * 256) }),
  faces: () => ({
    reshaped_classifier_face_4: new Float32Array(48 * 48).fill(impossible),
    reshaped_regressor_face_4: new Float32Array(48 * 48 * 16),
  }),
  landmarks: () => ({ points: new Float32Array(468 * 3), presence: new Float32Array([impossible]) }),
};
