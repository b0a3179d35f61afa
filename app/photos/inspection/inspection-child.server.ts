import sharp from "sharp";
import { serveTasks } from "../../child-processes/serve-tasks.server.ts";
import { inspectPhoto } from "./inspect-photo.server.ts";

/** The child process of photo-inspection.server.ts: one photo at a time on one thread, nothing kept between them. */
sharp.concurrency(1);
sharp.cache(false);

serveTasks(inspectPhoto);
