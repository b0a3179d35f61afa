import { setFlagsFromString } from "node:v8";
import { serveTasks } from "../../server/child-processes/serve-tasks.server.ts";
import { loadPoseNet, loadSaliencyNet, type Pose, type PoseNet } from "../../darkroom/vision/onnx-nets.ts";

/** A square RGB picture for one network, of the side that the network needs. */
export interface NetTask {
  net: "saliency" | "pose";
  rgb: Uint8Array;
}

const saliency = loadSaliencyNet();
saliency.catch(() => {});
let hasOptimised = false;
let pose: Promise<PoseNet> | undefined;

serveTasks<NetTask, Float32Array | Pose | null>(({ net, rgb }) =>
  net === "saliency" ? seeSalient(rgb) : seePose(rgb),
);

async function seeSalient(rgb: Uint8Array): Promise<Float32Array | null> {
  const map = await (await saliency)(rgb);
  hasOptimised = true;
  return map;
}

/**
 * V8's optimising compiler takes 200 MB for functions that only this network calls, and gains no time. The functions that
 * both call are optimised by the first run of the saliency network, before which there is no answer.
 */
async function seePose(rgb: Uint8Array): Promise<Pose | null> {
  if (!hasOptimised) return null;
  if (!pose) setFlagsFromString("--wasm-tier-up-filter=0");
  pose ??= loadPoseNet();
  return (await pose)(rgb);
}
