import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { type CheckedService, serviceCheck } from "../server/http/health/health-checks.ts";
import type { PhotoSight } from "../photos/advice/photo-sight.ts";
import type { ThingsAsker } from "./sight/things-child-pool.server.ts";
import type { ResultJudge } from "./with-result-check.ts";

/** The learned nets of this process and what works with them; no child starts before it is asked for. */
export interface Sight {
  things: ThingsAsker;
  /** The nets that can be loaded, and which of them cannot and why. */
  nets(): Promise<{ readable: string[]; wrong: string | null }>;
  /** Names the nets that cannot be loaded. The product works without them, so it takes no process away. */
  check: CheckedService;
  openJudge(): Promise<ResultJudge>;
  /** Looks at photos and draws previews; a member's own photo is enough for it. */
  openPhotoSight(jobsFirst: () => boolean): Promise<PhotoSight>;
  close(): Promise<void>;
}

/** Null where the image carries no models: `docker build --target hosted` leaves `app/darkroom` out. */
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
  // 7 MB of checksums: looked at while the database opens.
  const atStart = unreadable();
  return {
    things,
    nets: async () => {
      const { names, wrong } = await atStart;
      return { readable: modelNames.filter((name) => !names.includes(name)), wrong };
    },
    check: serviceCheck(async () => (await unreadable()).wrong),
    openJudge: async () => (await import("./sight/result-judge.server.ts")).createResultJudge({ log }),
    openPhotoSight: async (jobsFirst) =>
      (await import("./sight/photo-sight.server.ts")).createPhotoSight({ log, things, jobsFirst }),
    close: () => things.close(),
  };
}
