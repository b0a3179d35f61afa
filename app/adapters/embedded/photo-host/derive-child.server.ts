import sharp from "sharp";
import { serveTasks } from "../../../server/child-processes/serve-tasks.server.ts";
import { derivePicture } from "./derive-picture.server.ts";

sharp.concurrency(1);
sharp.cache(false);

serveTasks(derivePicture);
