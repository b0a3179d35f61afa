import { serveTasks } from "../../server/child-processes/serve-tasks.server.ts";
import { loadThingsNet } from "../../darkroom/vision/things-net.ts";

/** A process of its own for U²-Netp, whose 366 MB would not fit beside the other nets. */
const loading = loadThingsNet();
// A failure to load is each task's failure.
loading.catch(() => {});

serveTasks<Uint8Array, Float32Array | null>(async (rgb) => (await loading)(rgb));
