import { serveTasks } from "../../server/child-processes/serve-tasks.server.ts";
import { loadThingsNet } from "../../darkroom/vision/things-net.ts";

const loading = loadThingsNet();
loading.catch(() => {});

serveTasks<Uint8Array, Float32Array | null>(async (rgb) => (await loading)(rgb));
