import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { keepBatch, keepPreset, keepRunning } from "./kept-beside-results.ts";
import { keepResults, type KeptResult } from "./kept-results.ts";
import { signUp, type Member } from "./sign-up.ts";

/** Results on one page of the gallery. */
export const galleryPageSize = 24;

export interface FullGallery {
  member: Member;
  /** A page full of results, newest last. */
  kept: KeptResult[];
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
  const kept = await keepResults(bench.data, galleryPageSize);
  return {
    member,
    kept,
    runningId: await keepRunning(bench.data),
    batchId: await keepBatch(bench.data, kept.slice(-3)),
    presetId: await keepPreset(bench.data),
  };
}
