import sharp from "sharp";
import { serveTasks } from "../../server/child-processes/serve-tasks.server.ts";
import { judgeResult, type JudgeTask, type Verdict } from "../../darkroom/vision/judge-result.ts";

sharp.concurrency(1);
sharp.cache(false);

serveTasks<JudgeTask, Verdict>(judgeResult);
