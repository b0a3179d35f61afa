import * as onnx from "onnxruntime-web/wasm";
import { type ModelName, readModel } from "./models.ts";

/** U²-Netp: maps 256 × 256 RGB to saliency, 0 background to 1 salient. Null when unavailable. */
export type SaliencyNet = (rgb: Uint8Array) => Promise<Float32Array | null>;

export const saliencySide = 256;

/** BlazePose: finds the one person in 256 × 256 RGB. Null when unavailable. */
export type PoseNet = (rgb: Uint8Array) => Promise<Pose | null>;

export const poseSide = 256;

/** Px of the network's square. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** One person in a square. */
export interface Pose {
  /** Likelihood of a person, 0 to 1. */
  readonly presence: number;
  readonly nose: Point;
  /** Centre of a circle around the whole body, and a point of that circle above the head. */
  readonly hips: Point;
  readonly top: Point;
  /** 0 background to 1 this person. */
  readonly mask: Float32Array;
}

/** ImageNet's statistics, as in training (xuebinqin/U-2-Net, data_loader.py). */
const means = [0.485, 0.456, 0.406];
const deviations = [0.229, 0.224, 0.225];

/** Takes 320 MB, and 1.1 s of CPU per run. @throws for bad weights. */
export async function loadSaliencyNet(): Promise<SaliencyNet> {
  const session = await openSession("saliency");
  const [input = ""] = session.inputNames;
  const [output = ""] = session.outputNames;
  return async (rgb) => {
    const tensor = new onnx.Tensor("float32", normalised(rgb), [1, 3, saliencySide, saliencySide]);
    const answer = await session.run({ [input]: tensor }, [output]);
    return new Float32Array(answer[output]?.data as Float32Array);
  };
}

/** The model's names of its outputs: landmarks, presence, mask. */
const poseOutputs = ["Identity", "Identity_1", "Identity_2"] as const;
/** A landmark's x, y, z, visibility and presence; the places of three landmarks (MediaPipe, pose_landmark). */
const [landmarkValues, nose, hips, top] = [5, 0, 33, 34];

/** Takes 40 MB beside the saliency net, and 0.1 s of CPU per run. @throws for bad weights. */
export async function loadPoseNet(): Promise<PoseNet> {
  const session = await openSession("pose");
  const [input = ""] = session.inputNames;
  return async (rgb) => {
    const square = new Float32Array(rgb).map((value) => value / 255);
    const tensor = new onnx.Tensor("float32", square, [1, poseSide, poseSide, 3]);
    const answer = await session.run({ [input]: tensor }, [...poseOutputs]);
    const [landmarks, presence, mask] = poseOutputs.map((name) => answer[name]?.data as Float32Array);
    const point = (index: number): Point => ({
      x: landmarks?.[index * landmarkValues] ?? 0,
      y: landmarks?.[index * landmarkValues + 1] ?? 0,
    });
    return {
      presence: presence?.[0] ?? 0,
      nose: point(nose),
      hips: point(hips),
      top: point(top),
      mask: new Float32Array(mask ?? []).map((odds) => 1 / (1 + Math.exp(-odds))),
    };
  };
}

/** @throws for missing or bad weights. */
export async function openSession(model: ModelName): Promise<onnx.InferenceSession> {
  Object.assign(onnx.env.wasm, { numThreads: 1, proxy: false });
  return onnx.InferenceSession.create(await readModel(model), {
    executionProviders: ["wasm"],
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
}

function normalised(rgb: Uint8Array): Float32Array {
  const area = saliencySide * saliencySide;
  let brightest = 1;
  for (let at = 0; at < rgb.length; at += 1) brightest = Math.max(brightest, rgb[at] ?? 0);
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
