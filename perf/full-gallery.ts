import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { seedBatch, type SeededResult, seedPreset, seedResults, seedRunning } from "./seed-gallery.ts";
import { type Member, signUp } from "./sign-up.ts";

/** Results on one page of the gallery. */
export const galleryPageSize = 24;

export interface FullGallery {
  member: Member;
  /** A page full of results, newest last. */
  results: SeededResult[];
  /** A transformation at work, older than all results. */
  runningId: string;
  /** The newest three results, made in one go. */
  batchId: string;
  presetId: string;
}

/** A member with a full page of results. Starts the product and stops it again. */
export async function furnishGallery(bench: Bench): Promise<FullGallery> {
  const browser = await bench.browser();
  const server = await bench.startProduct();
  const member = await signUp(browser, server.url, join(bench.data, "mailbox")).finally(() => server.stop());
  const kept = await seedResults(bench.data, galleryPageSize);
  return {
    member,
    results: kept,
    runningId: await seedRunning(bench.data),
    batchId: await seedBatch(bench.data, kept.slice(-3)),
    presetId: await seedPreset(bench.data),
  };
}
