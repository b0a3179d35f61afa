import sharp from "sharp";
import { serveTasks } from "../../../server/child-processes/serve-tasks.server.ts";
import type { Pose } from "../../../darkroom/vision/onnx-nets.ts";
import type { NetTask } from "../../sight/onnx-child.server.ts";
import { type DarkroomResult, type DarkroomTask, develop } from "../../../darkroom/develop.ts";

sharp.concurrency(1);
sharp.cache(false);

serveTasks<DarkroomTask, DarkroomResult, number>((task, { post, ask }) => {
  const question = (asked: NetTask) => ask(asked);
  return develop(task, {
    onProgress: post,
    saliency: async (rgb) => (await question({ net: "saliency", rgb })) as Float32Array | null,
    pose: async (rgb) => (await question({ net: "pose", rgb })) as Pose | null,
  });
});
