import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Sources and licences: app/darkroom/models/README. */
const models = {
  people: {
    file: "selfie_segmentation.tflite",
    sha256: "8d13b7fae74af625c641226813616a2117bd6bca19eb3b75574621fc08557f27",
  },
  faces: {
    file: "face_detection_full_range.tflite",
    sha256: "99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3",
  },
  landmarks: {
    file: "face_landmark.tflite",
    sha256: "c603fa6149219a3e9487dc9abd7a0c24474c77263273d24868378cdf40aa26d1",
  },
  pose: {
    file: "pose_landmark_full.onnx",
    sha256: "38cc97441f12b4fb1ce63167b0e89cd98dd18704bd9063c103c55d7f25e04906",
  },
  saliency: {
    file: "u2netp.onnx",
    sha256: "309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8",
  },
} as const;

export type ModelName = keyof typeof models;
export const modelNames = Object.keys(models) as ModelName[];

export const modelsFolder = new URL("../models/", import.meta.url);

export async function readModel(name: ModelName, folder: URL = modelsFolder): Promise<Uint8Array<ArrayBuffer>> {
  const { file, sha256 } = models[name];
  const bytes = new Uint8Array(
    await readFile(new URL(file, folder)).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`The weights ${file} cannot be read (${error.code}).`, { cause: error });
    }),
  );
  const actual = createHash("sha256").update(bytes).digest("hex");
  if (actual !== sha256) throw new Error(`The weights ${file} have the checksum ${actual}, not ${sha256}.`);
  return bytes;
}

export async function unreadableModels(folder: URL = modelsFolder): Promise<{ name: ModelName; reason: string }[]> {
  const read = await Promise.allSettled(modelNames.map((name) => readModel(name, folder)));
  return read.flatMap((result, at) => {
    const name = modelNames[at];
    return result.status === "rejected" && name ? [{ name, reason: reasonOf(result.reason) }] : [];
  });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
