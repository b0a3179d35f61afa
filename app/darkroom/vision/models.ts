import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Sources and licences: app/darkroom/models/README. */
const models = {
  people: {
    file: "selfie_segmentation.onnx",
    sha256: "1af10bab76ba5031e18095a2db7057057c53c869392f2ceb49dd4b9517f5a323",
  },
  faces: {
    file: "face_detection_full_range.onnx",
    sha256: "e24717e5fbd80d7ebd75d27ae4b15bbb174de75855753583a26546cfd6b30bcc",
  },
  landmarks: {
    file: "face_landmark.onnx",
    sha256: "b8f1d0c33ad98751bb9578ea2d91015160fb1e713ade64a500ef2b00ddbb4798",
  },
  pose: {
    file: "pose_landmark_full.onnx",
    sha256: "38cc97441f12b4fb1ce63167b0e89cd98dd18704bd9063c103c55d7f25e04906",
  },
  saliency: {
    file: "u2netp.onnx",
    sha256: "de8b9b8645d58ab4c7db1bbdf170534f947c2259650e33306637de01fb0db952",
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
