import sharp from "sharp";
import { serveTasks } from "../../../server/child-processes/serve-tasks.server.ts";
import { cutOut, type CutOutTask } from "./cut-out.server.ts";

sharp.concurrency(1);
sharp.cache(false);

serveTasks<CutOutTask, Uint8Array<ArrayBuffer> | null>(cutOut);
