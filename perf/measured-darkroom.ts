import { randomUUID } from "node:crypto";
import { createDarkroom } from "../app/adapters/embedded/darkroom/darkroom.server.ts";
import { createPhotoSight } from "../app/adapters/sight/photo-sight.server.ts";
import { createOnnxService } from "../app/adapters/sight/child-pools.server.ts";
import type { Recipe } from "../app/transformations/image-generator.ts";
import { processTree } from "./processes.ts";

/** CPU time of one task, and the largest resident set of the child so far. */
export interface Cost {
  cpuMs: number;
  peakMegabytes: number;
}

export interface Measured<Result> {
  result: Result;
  darkroom: Cost;
  /** Null when the ONNX child did not run. */
  onnx: Cost | null;
}

export type MeasuredDarkroom = ReturnType<typeof openMeasuredDarkroom>;

/** Opens the product's own children, which start with the first task: one for photos or previews, one for ONNX. */
export function openMeasuredDarkroom(size = 1) {
  const log = console;
  const onnx = createOnnxService(log, 0);
  const darkroom = createDarkroom({ log, onnx, size, priority: 0 });
  const sight = createPhotoSight({ log, onnx, jobsFirst: () => false, patienceMs: 60_000, priority: 0 });
  const signal = new AbortController().signal;
  return {
    follow: (recipe: Recipe, image: Uint8Array) =>
      measured(() =>
        darkroom.generate({ recipe, prompt: "", image, mimeType: "image/jpeg", signal, onProgress: () => {} }),
      ),
    /** Draws small previews of a photo. The result is the first option without a preview, or null. */
    drawPreviews: (options: readonly string[], image: Uint8Array) =>
      measured(async () => {
        const photo = { id: randomUUID(), read: async () => image };
        const ask = (option: string) => sight.preview({ photo, option, admit: async () => 0, signal });
        const drawn = await Promise.all(options.map(ask));
        return options.find((_, at) => drawn[at]?.is !== "picture") ?? null;
      }),
    close: async () => void (await Promise.all([darkroom.close(), sight.close(), onnx.close()])),
  };
}

async function measured<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
  const before = await childCosts();
  const result = await work();
  const after = await childCosts();
  const cost = (child: keyof typeof after): Cost => ({
    cpuMs: after[child].cpuMs - before[child].cpuMs,
    peakMegabytes: after[child].peakMegabytes,
  });
  const onnx = cost("onnx");
  return { result, darkroom: cost("darkroom"), onnx: onnx.cpuMs > 0 ? onnx : null };
}

async function childCosts(): Promise<Record<"darkroom" | "onnx", Cost>> {
  const children = (await processTree(process.pid)).slice(1);
  const of = (name: RegExp): Cost => ({
    cpuMs: Math.max(0, ...children.filter(({ command }) => name.test(command)).map(({ cpuMs }) => cpuMs)),
    peakMegabytes: Math.max(0, ...children.filter(({ command }) => name.test(command)).map((one) => one.peakMegabytes)),
  });
  return { darkroom: of(/darkroom-child|preview-child/), onnx: of(/onnx-child/) };
}
