import type { Serializable } from "node:child_process";
import sharp from "sharp";
import type { SaliencyNet } from "../../app/darkroom/vision/saliency-net.ts";

/** The cost of one task in its process. */
export interface Cost {
  /** CPU time of all threads from the task's arrival to its result, loading code included. */
  cpuMs: number;
  /** The largest resident set so far, in units of 1 000 000 bytes. */
  peakMegabytes: number;
}

/** A message to a measured child, and one from it. */
export type ToChild<Task> = { task: Task } | { answer: Float32Array | null };
export type FromChild<Result> = { question: Uint8Array } | { result: Result; cost: Cost };

/** Does the tasks that the parent sends, one after the other, on one thread as the darkroom's own children do. */
export function serveMeasured<Task, Result>(work: (task: Task, saliency: SaliencyNet) => Promise<Result>): void {
  sharp.concurrency(1);
  sharp.cache(false);
  let answered: (map: Float32Array | null) => void = () => {};
  const send = (message: FromChild<Result>) => process.send?.(message as Serializable);
  const saliency: SaliencyNet = (question) =>
    new Promise((resolve) => {
      answered = resolve;
      send({ question });
    });
  process.on("message", async (message: ToChild<Task>) => {
    if ("answer" in message) return answered(message.answer);
    const before = process.cpuUsage();
    const result = await work(message.task, saliency);
    const { user, system } = process.cpuUsage(before);
    const peakMegabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
    send({ result, cost: { cpuMs: (user + system) / 1000, peakMegabytes } });
  });
}
