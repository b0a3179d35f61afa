import { withMats } from "../opencv/filters.ts";
import { loadOpenCv, openCv } from "../opencv/opencv.ts";
import { type ModelName, readModel } from "./models.ts";

/** A TFLite model in OpenCV's WebAssembly: one thread, no GPU, the same bytes out for the same bytes in. */
export interface Net {
  /** The side of the square RGB picture it takes, in pixels. */
  readonly side: number;
  /** Every output by its name in the model. */
  run(rgb: Uint8Array): Record<string, Float32Array>;
}

/** Loads a net once and gives the same one to every caller. Input bytes are mapped to `from`..1. */
function loadedOnce(name: Exclude<ModelName, "things">, side: number, from: number): () => Promise<Net> {
  let loading: Promise<Net> | undefined;
  return () => {
    loading ??= loadNet(name, side, from);
    return loading;
  };
}

/** MediaPipe selfie segmentation: a 256 × 256 map, 0 background to 1 person. About 65 ms of CPU. */
export const loadPeopleNet = loadedOnce("people", 256, 0);
/** MediaPipe BlazeFace, full range: scores and boxes on a grid of 48 × 48 cells. About 210 ms of CPU. */
export const loadFaceNet = loadedOnce("faces", 192, -1);
/** MediaPipe Face Mesh: 468 points and a presence score. About 75 ms of CPU. */
export const loadLandmarkNet = loadedOnce("landmarks", 192, 0);

async function loadNet(name: Exclude<ModelName, "things">, side: number, from: number): Promise<Net> {
  const [weights] = await Promise.all([readModel(name).catch(() => null), loadOpenCv()]);
  if (!weights) return { side, run: () => blindOutputs[name]() };
  const cv = openCv();
  const path = `${name}.tflite`;
  cv.FS_createDataFile("/", path, weights, true, false, false);
  const net = cv.readNetFromTFLite(`/${path}`);
  const scale = (1 - from) / 255;
  const shift = -from / scale;
  return {
    side,
    run: (rgb) =>
      withMats((keep) => {
        const picture = keep(cv.matFromArray(side, side, cv.CV_8UC3, rgb));
        const mean = new cv.Scalar(shift, shift, shift, 0);
        net.setInput(keep(cv.blobFromImage(picture, scale, new cv.Size(side, side), mean, false, false, cv.CV_32F)));
        const names = keep(net.getUnconnectedOutLayersNames());
        const outputs: Record<string, Float32Array> = {};
        for (let at = 0; at < names.size(); at += 1) {
          const output = keep(net.forward(names.get(at)));
          outputs[names.get(at)] = Float32Array.from(output.data32F);
        }
        return outputs;
      }),
  };
}

/** So far below zero that the sigmoid of it is 0. */
const impossible = -100;

/**
 * What a net without its weights answers: it sees nothing. Photos are then worked on without faces or people; the
 * process that starts the children says which weights are missing (`unreadableModels`).
 */
const blindOutputs: Record<Exclude<ModelName, "things">, () => Record<string, Float32Array>> = {
  people: () => ({ map: new Float32Array(256 * 256) }),
  faces: () => ({
    reshaped_classifier_face_4: new Float32Array(48 * 48).fill(impossible),
    reshaped_regressor_face_4: new Float32Array(48 * 48 * 16),
  }),
  landmarks: () => ({ points: new Float32Array(468 * 3), presence: new Float32Array([impossible]) }),
};
