import * as onnx from "onnxruntime-web/wasm";
import { readModel } from "./models.ts";

/** U²-Netp: maps 320 × 320 RGB to saliency, 0 background to 1 salient. Null when unavailable. */
export type SaliencyNet = (rgb: Uint8Array) => Promise<Float32Array | null>;

export const saliencySide = 320;

/** ImageNet's statistics, as in training (xuebinqin/U-2-Net, data_loader.py). */
const means = [0.485, 0.456, 0.406];
const deviations = [0.229, 0.224, 0.225];

/** Takes 366 MB, and 2 s of CPU per run. @throws for bad weights. */
export async function loadSaliencyNet(): Promise<SaliencyNet> {
  Object.assign(onnx.env.wasm, { numThreads: 1, proxy: false });
  const session = await onnx.InferenceSession.create(await readModel("saliency"), {
    executionProviders: ["wasm"],
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
  const [input = ""] = session.inputNames;
  const [output = ""] = session.outputNames;
  return async (rgb) => {
    const tensor = new onnx.Tensor("float32", normalised(rgb), [1, 3, saliencySide, saliencySide]);
    const answer = await session.run({ [input]: tensor }, [output]);
    return Float32Array.from(answer[output]?.data as Float32Array);
  };
}

function normalised(rgb: Uint8Array): Float32Array {
  const area = saliencySide * saliencySide;
  const brightest = rgb.reduce((most, value) => Math.max(most, value), 1);
  const planes = new Float32Array(3 * area);
  for (let channel = 0; channel < 3; channel += 1) {
    const mean = means[channel] ?? 0;
    const deviation = deviations[channel] ?? 1;
    for (let at = 0; at < area; at += 1) {
      planes[channel * area + at] = ((rgb[at * 3 + channel] ?? 0) / brightest - mean) / deviation;
    }
  }
  return planes;
}
