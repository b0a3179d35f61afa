import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { type CheckedService, ofAService } from "../server/http/health/health-checks.ts";
import type { PhotoSight } from "../photos/advice/photo-sight.ts";
import type { ThingsAsker } from "./sight/things-child-pool.server.ts";
import type { ResultJudge } from "./with-result-check.ts";

export interface Sight {
  things: ThingsAsker;
  /** `wrong` names the networks that cannot be loaded. */
  nets(): Promise<{ readable: string[]; wrong: string | null }>;
  /** Never fails readiness: the product works without the networks. */
  check: CheckedService;
  openJudge(): Promise<ResultJudge>;
  openPhotoSight(jobsFirst: () => boolean): Promise<PhotoSight>;
  close(): Promise<void>;
}

/** Null in the hosted image, which leaves `app/darkroom` out. */
export async function openSight(
  log: Logger,
  folder = new URL("../darkroom/models/", import.meta.url),
): Promise<Sight | null> {
  if (!existsSync(folder)) return null;
  const { modelNames, unreadableModels } = await import("../darkroom/vision/models.ts");
  const { createThingsAsker } = await import("./sight/things-child-pool.server.ts");
  const things = createThingsAsker(log);
  const unreadable = async () => {
    const models = await unreadableModels(folder);
    const wrong = models.map(({ name, reason }) => `no net for ${name}: ${reason}`).join(" ");
    return { names: models.map(({ name }) => name), wrong: wrong || null };
  };
  const atStart = unreadable();
  return {
    things,
    nets: async () => {
      const { names, wrong } = await atStart;
      return { readable: modelNames.filter((name) => !names.includes(name)), wrong };
    },
    check: ofAService(async () => (await unreadable()).wrong),
    openJudge: async () => (await import("./sight/result-judge.server.ts")).createResultJudge({ log }),
    openPhotoSight: async (jobsFirst) =>
      (await import("./sight/photo-sight.server.ts")).createPhotoSight({ log, things, jobsFirst }),
    close: () => things.close(),
  };
}
