import { type ChildPoolLog, createChildPool } from "../../server/child-processes/child-pool.server.ts";
import { ChildProcessError } from "../../server/child-processes/serve-tasks.server.ts";
import type { DrawnPreview } from "../../darkroom/previews/draw-preview.ts";
import { previewOptions, visitorOptions } from "../../darkroom/previews/options.ts";
import type { PortraitMeasures } from "../../darkroom/id-photo/measure-portrait.ts";
import type { FaceNotice } from "../../darkroom/vision/advice.ts";
import type { FacePlace } from "../../photos/inspection/photo-inspection.ts";
import type { PhotoSight, Preview, SeenPhoto } from "../../photos/advice/photo-sight.ts";
import type { PreviewQuestion, PreviewTask, Seen } from "./preview-child.server.ts";
import { createPreviewCache } from "./preview-cache.ts";
import type { OnnxService } from "./child-pools.server.ts";

export interface PhotoSightOptions {
  log: ChildPoolLog;
  onnx: OnnxService;
  jobsFirst: () => boolean;
  /** Milliseconds that a request waits for its preview; drawing continues for the next request. */
  patienceMs?: number;
  /** Niceness; tests that wait for the child use 0. */
  priority?: number;
}

const cacheBytes = 8 * 1024 * 1024;
const cacheMs = 30 * 60_000;
const mostLooks = 2000;
/** Largest number of photos in the queue; another one gets `busy`. */
const mostWaiting = 8;
/** Largest number of try-outs in the queue, beside members' photos. */
const mostVisitorsWaiting = 4;
/** Factor on a member's patience: a try-out's tiles wait for all others. */
const visitorPatience = 3;
/** A try-out's pictures are dropped from memory when its photo is deleted. */
const visitorMs = 60 * 60_000;
/** Options drawn before another photo's turn. */
const optionsAtOnce = 24;
const retrySeconds = 5;

/** Niceness: above the jobs' 15, which `jobsFirst` protects, because a page waits for faces, measures and tiles. */
const pagePriority = 10;

/**
 * Analyses photos and draws previews in one child, which ends after two idle minutes. The child fetches one option at
 * a time, so it skips abandoned options, and a page's analysis waits for one option at most.
 */
export function createPhotoSight(options: PhotoSightOptions): PhotoSight {
  const { log, onnx, jobsFirst, patienceMs = 8000, priority = pagePriority } = options;
  const pool = createChildPool<PreviewTask, Seen, DrawnPreview>({
    entry: new URL("preview-child.server.ts", import.meta.url),
    size: 1,
    priority,
    timeoutMs: 60_000,
    idleMs: 120_000,
    log,
  });
  const cache = createPreviewCache({ maxBytes: cacheBytes, maxAgeMs: cacheMs });
  const visitorCache = createPreviewCache({ maxBytes: cacheBytes, maxAgeMs: visitorMs });
  const looks = {
    "look-at-faces": new Map<string, Promise<Seen>>(),
    "measure-portrait": new Map<string, Promise<Seen>>(),
    "find-largest-face": new Map<string, Promise<Seen>>(),
  };
  const drawings = new Map<string, Drawing>();
  let looking = 0;

  function look<Found extends Seen>(what: keyof typeof looks, photo: SeenPhoto): Promise<Found | null> {
    const found = looks[what];
    const known = found.get(photo.id);
    if (known) return known as Promise<Found | null>;
    const pending = (async (): Promise<Seen> => {
      const image = await photo.read();
      if (!image) return null;
      looking += 1;
      return unlessKilledTwice(() => pool.run({ do: what, image }, { urgent: true })).finally(() => (looking -= 1));
    })().catch(() => null);
    found.set(photo.id, pending);
    for (const oldest of found.keys()) if (found.size > mostLooks) found.delete(oldest);
    void pending.then((seen) => seen ?? found.delete(photo.id));
    return pending as Promise<Found | null>;
  }

  const ofMembers = () => [...drawings.values()].filter(({ visitor }) => !visitor);
  const waiting = (visitor: boolean) => [...drawings.values()].filter((each) => each.visitor === visitor).length;

  async function draw(photo: SeenPhoto, drawing: Drawing): Promise<void> {
    const { visitor } = drawing;
    try {
      const image = await photo.read();
      while (image && drawing.requested.size > 0) {
        if (visitor) while (ofMembers().length) await Promise.all(ofMembers().map(({ over }) => over));
        let turn = drawing.newTurn();
        let interrupted = false;
        const onQuestion = async (received: unknown, signal: AbortSignal) => {
          const question = received as PreviewQuestion;
          if ("net" in question) return onnx.answer("preview")(question, signal);
          interrupted = looking > 0 || (visitor && ofMembers().length > 0);
          return jobsFirst() || interrupted ? null : turn.next();
        };
        const onMessage = ({ option, webp, failure }: DrawnPreview) => {
          if (failure) log.warn({ option, failure }, "a preview failed");
          (visitor ? visitorCache : cache).set(photo.id, option, webp);
          drawing.drawn(option, webp ? { is: "picture", webp } : { is: "unavailable" });
        };
        await unlessKilledTwice(() => {
          turn = drawing.newTurn();
          return pool.run({ do: "draw-previews", photoId: photo.id, image }, { onQuestion, onMessage });
        });
        if (turn.drawnCount === 0 && !interrupted) break;
      }
    } catch (error) {
      log.warn({ err: error, photo: photo.id }, "previews were not drawn");
    } finally {
      drawings.delete(photo.id);
      drawing.end();
    }
  }

  return {
    faces: (photo, waitMs) => within(look<FaceNotice[]>("look-at-faces", photo), waitMs, null),
    portrait: (photo, waitMs) =>
      within(look<{ measures: PortraitMeasures | null }>("measure-portrait", photo), waitMs, null),

    largestFace: async (photo, waitMs) =>
      (await within(look<{ face: FacePlace | null }>("find-largest-face", photo), waitMs, null))?.face ?? null,

    async preview({ photo, option, admit, signal, visitor = false }): Promise<Preview> {
      if (!previewOptions.has(option) && !(visitor && visitorOptions.has(option))) return { is: "unavailable" };
      const cached = (visitor ? visitorCache : cache).get(photo.id, option);
      if (cached !== undefined) return cached ? { is: "picture", webp: cached } : { is: "unavailable" };
      const busy: Preview = { is: "busy", seconds: retrySeconds };
      const most = visitor ? mostVisitorsWaiting : mostWaiting;
      if (jobsFirst() || (!drawings.has(photo.id) && waiting(visitor) >= most)) return busy;
      const seconds = await admit();
      if (seconds) return { is: "limited", seconds };
      if (signal.aborted) return busy;
      const known = drawings.get(photo.id);
      const drawing = known ?? createDrawing(visitor);
      const preview = drawing.want(option, signal);
      if (!known) {
        drawings.set(photo.id, drawing);
        if (visitor) setTimeout(() => visitorCache.forget(photo.id), visitorMs).unref();
        void draw(photo, drawing);
      }
      return within(preview, visitor ? visitorPatience * patienceMs : patienceMs, busy);
    },

    forget(photoId) {
      drawings.get(photoId)?.end();
      cache.forget(photoId);
      visitorCache.forget(photoId);
      for (const found of Object.values(looks)) found.delete(photoId);
    },

    close: () => pool.close(),
  };
}

/** Replaces a child that was killed at work. The pool cannot retry, because the options must be handed out again. */
async function unlessKilledTwice<Result>(run: () => Promise<Result>): Promise<Result> {
  return run().catch((error: unknown) => {
    if (error instanceof ChildProcessError && error.code === "crashed") return run();
    throw error;
  });
}

interface Drawing {
  visitor: boolean;
  over: Promise<void>;
  requested: ReadonlyMap<string, unknown>;
  want(option: string, signal: AbortSignal): Promise<Preview>;
  drawn(option: string, preview: Preview): void;
  end(): void;
  newTurn(): { next(): string | null; readonly drawnCount: number };
}

function createDrawing(visitor: boolean): Drawing {
  const ending = Promise.withResolvers<void>();
  const requested = new Map<string, { answer: PromiseWithResolvers<Preview>; waiting: number }>();
  const settle = (option: string, preview: Preview) => {
    requested.get(option)?.answer.resolve(preview);
    requested.delete(option);
  };
  const busy: Preview = { is: "busy", seconds: retrySeconds };
  return {
    visitor,
    over: ending.promise,
    requested,
    want(option, signal) {
      const want = requested.get(option) ?? { answer: Promise.withResolvers<Preview>(), waiting: 0 };
      requested.set(option, want);
      want.waiting += 1;
      const stopWaiting = () => {
        want.waiting -= 1;
        if (want.waiting === 0 && requested.get(option) === want) settle(option, busy);
      };
      signal.addEventListener("abort", stopWaiting, { once: true });
      return want.answer.promise.finally(() => signal.removeEventListener("abort", stopWaiting));
    },
    drawn: settle,
    end: () => {
      for (const option of requested.keys()) settle(option, busy);
      ending.resolve();
    },
    newTurn() {
      const seen = new Set<string>();
      return {
        next: () => {
          const option = [...requested.keys()].find((each) => !seen.has(each));
          if (option === undefined || seen.size >= optionsAtOnce) return null;
          seen.add(option);
          return option;
        },
        get drawnCount() {
          return seen.size;
        },
      };
    },
  };
}

async function within<Value>(promise: Promise<Value>, ms: number, late: Value): Promise<Value> {
  const waiting = Promise.withResolvers<Value>();
  const timer = setTimeout(waiting.resolve, ms, late);
  return Promise.race([promise, waiting.promise]).finally(() => clearTimeout(timer));
}
