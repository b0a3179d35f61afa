import { serveTasks } from "../../server/child-processes/serve-tasks.server.ts";
import { loadSaliencyNet } from "../../darkroom/vision/saliency-net.ts";

const loading = loadSaliencyNet();
loading.catch(() => {});

serveTasks<Uint8Array, Float32Array | null>(async (rgb) => (await loading)(rgb));
