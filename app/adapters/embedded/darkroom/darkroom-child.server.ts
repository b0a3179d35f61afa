import sharp from "sharp";
import { serveTasks } from "../../../server/child-processes/serve-tasks.server.ts";
import { type DarkroomResult, type DarkroomTask, develop } from "../../../darkroom/develop.ts";

sharp.concurrency(1);
sharp.cache(false);

serveTasks<DarkroomTask, DarkroomResult, number>((task, { post, ask }) =>
  develop(task, { onProgress: post, saliency: async (rgb) => (await ask(rgb)) as Float32Array | null }),
);
