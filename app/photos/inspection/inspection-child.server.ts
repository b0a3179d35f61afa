import sharp from "sharp";
import { serveTasks } from "../../server/child-processes/serve-tasks.server.ts";
import { cutPhoto } from "./cut-photo.server.ts";
import { inspectPhoto } from "./inspect-photo.server.ts";
import type { InspectionOutcome, InspectionTask } from "./photo-inspection.ts";

sharp.concurrency(1);
sharp.cache(false);

serveTasks<InspectionTask, InspectionOutcome>(({ bytes, adjustment }) =>
  adjustment ? cutPhoto(bytes, adjustment) : inspectPhoto(bytes),
);
