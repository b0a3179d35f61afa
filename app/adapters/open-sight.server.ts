import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { type CheckedService, serviceCheck } from "../server/http/health/health-checks.ts";
import type { PhotoSight } from "../photos/advice/photo-sight.ts";
import type { OnnxService } from "./sight/child-pools.server.ts";
import type { ResultJudge } from "./with-result-check.ts";

export interface Sight {
  onnx: OnnxService;
  /** `problem` names the networks that cannot be loaded. */
  nets(): Promise<{ readable: string[]; problem: string | null }>;
  /** Never fails readiness: the product works without the networks. */
  check: CheckedService;
  openJudge(): Promise<ResultJudge>;
  openPhotoSight(jobsFirst: () => boolean): Promise<PhotoSight>;
  close(): Promise<void>;
}

/** Returns null in the hosted image, which leaves `app/darkroom` out. */
export async function openSight(
  log: Logger,
  folder = new URL("../darkroom/models/", import.meta.url),
): Promise<Sight | null> {
  if (!existsSync(folder)) return null;
  const { modelNames, unreadableModels } = await import("../darkroom/vision/models.ts");
  const { createOnnxService } = await import("./sight/child-pools.server.ts");
  const onnx = createOnnxService(log);
  const unreadable = async () => {
    const models = await unreadableModels(folder);
    const problem = models.map(({ name, reason }) => `no net for ${name}: ${reason}`).join(" ");
    return { names: models.map(({ name }) => name), wrong: problem || null };
  };
  const atStart = unreadable();
  return {
    onnx,
    nets: async () => {
      const { names, wrong: problem } = await atStart;
      return { readable: modelNames.filter((name) => !names.includes(name)), problem };
    },
    check: serviceCheck(async () => (await unreadable()).wrong),
    openJudge: async () => (await import("./sight/child-pools.server.ts")).createResultJudge({ log }),
    openPhotoSight: async (jobsFirst) =>
      (await import("./sight/photo-sight.server.ts")).createPhotoSight({ log, onnx, jobsFirst }),
    close: () => onnx.close(),
  };
}
