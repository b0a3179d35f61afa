import sharp from "sharp";
import { serveTasks } from "../../server/child-processes/serve-tasks.server.ts";
import { copyPicture } from "../delivery/picture-copy.server.ts";
import { cutPhoto, inspectPhoto } from "./inspect-photo.server.ts";
import type { CopyTask, InspectionOutcome, InspectionTask } from "./photo-inspection.ts";

sharp.concurrency(1);
sharp.cache(false);

serveTasks<InspectionTask | CopyTask, InspectionOutcome | Uint8Array<ArrayBuffer>>((task) => {
  if ("size" in task) return copyPicture(task);
  return task.adjustment ? cutPhoto(task.bytes, task.adjustment) : inspectPhoto(task.bytes);
});
