import sharp from "sharp";
import { serveTasks } from "../../../server/child-processes/serve-tasks.server.ts";
import { cutOut, type CutOutTask } from "./cut-out.server.ts";

/** The child process of gemini-generator.server.ts: one picture at a time on one thread, nothing kept between them. */
sharp.concurrency(1);
sharp.cache(false);

serveTasks<CutOutTask, Uint8Array<ArrayBuffer> | null>(cutOut);
