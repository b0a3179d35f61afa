import { type ChildProcess, fork, type Serializable } from "node:child_process";
import type { Cost, FromChild, ToChild } from "./measured-child.ts";

export interface Measured<Result> {
  result: Result;
  darkroom: Cost;
  /** Null when the saliency net was not asked. */
  saliency: Cost | null;
}

export interface MeasuredPair<Task, Result> {
  run(task: Task): Promise<Measured<Result>>;
  close(): void;
}

/** As the product sets its children: a small nursery, few allocation arenas, large buffers given back at once. */
const allocator = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "262144" };
const settings = { execArgv: ["--max-semi-space-size=16"], env: { ...process.env, ...allocator } };

/** A darkroom child that runs the module `entry`, and a child for the saliency net that starts when it is first asked. */
export function startMeasuredPair<Task, Result>(entry: URL): MeasuredPair<Task, Result> {
  const darkroom = start(entry);
  let saliency: ChildProcess | undefined;
  return {
    async run(task) {
      let asked: Cost | null = null;
      const { result, cost } = await exchange<Task, Result>(darkroom, task, async (question) => {
        saliency ??= start(new URL("saliency-child.ts", import.meta.url));
        const answer = await exchange<Uint8Array, Float32Array | null>(saliency, question, async () => null);
        asked = { cpuMs: answer.cost.cpuMs + (asked?.cpuMs ?? 0), peakMegabytes: answer.cost.peakMegabytes };
        return answer.result;
      });
      return { result, darkroom: cost, saliency: asked };
    },
    close() {
      darkroom.kill();
      saliency?.kill();
    },
  };
}

function start(entry: URL): ChildProcess {
  return fork(entry, { serialization: "advanced", ...settings });
}

function exchange<Task, Result>(
  child: ChildProcess,
  task: Task,
  answerTo: (question: Uint8Array) => Promise<Float32Array | null>,
): Promise<{ result: Result; cost: Cost }> {
  const send = (message: ToChild<Task>) => child.send(message as Serializable);
  return new Promise((resolve, reject) => {
    const end = (code: number | null) => reject(new Error(`The measured process ended with ${code}.`));
    const hear = async (message: FromChild<Result>) => {
      if ("question" in message) return send({ answer: await answerTo(message.question) });
      child.off("message", hear);
      child.off("exit", end);
      resolve(message);
    };
    child.on("message", hear);
    child.once("exit", end);
    send({ task });
  });
}
