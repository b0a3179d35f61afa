import sharp from "sharp";
import { serveTasks } from "../../../server/child-processes/serve-tasks.server.ts";
import { derivePicture } from "./derive-picture.server.ts";

/** The child process in which disk-photo-host.server.ts derives pictures: one at a time on one thread. */
sharp.concurrency(1);
sharp.cache(false);

serveTasks(derivePicture);
