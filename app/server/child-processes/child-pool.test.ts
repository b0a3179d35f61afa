import { mkdtemp, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createChildPool, type ChildPool, type ChildPoolOptions } from "./child-pool.server.ts";
import type { TestTask } from "./child-pool.test-child.ts";

const pools: ChildPool<TestTask, unknown, number>[] = [];
const warn = vi.fn<(details: Record<string, unknown>, message: string) => void>();

function pool(options: Partial<ChildPoolOptions> = {}) {
  const entry = new URL("child-pool.test-child.ts", import.meta.url);
  const created = createChildPool<TestTask, unknown, number>({
    entry,
    size: 1,
    timeoutMs: 20_000,
    log: { warn },
    ...options,
  });
  pools.push(created);
  return created;
}

const isAlive = (pid: unknown) => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

afterEach(async () => {
  await Promise.all(pools.splice(0).map((created) => created.close()));
  warn.mockReset();
});

describe("a child pool", () => {
  test("returns the child's result, bytes included", async () => {
    const bytes = new Uint8Array([0, 1, 254, 255]);
    expect(await pool().run({ do: "answer", with: { bytes } })).toEqual({ bytes });
  });

  test("reuses a child for the next task", async () => {
    const reusing = pool();
    expect(await reusing.run({ do: "tell-pid" })).toBe(await reusing.run({ do: "tell-pid" }));
  });

  test("returns results in order when there is one child", async () => {
    const one = pool();
    const order: unknown[] = [];
    const asked = [1, 2, 3].map((n) => one.run({ do: "answer", with: n }).then((answer) => order.push(answer)));
    await Promise.all(asked);
    expect(order).toEqual([1, 2, 3]);
  });

  test("runs an urgent task before tasks that already wait", async () => {
    const one = pool();
    const order: unknown[] = [];
    const note = (answer: unknown) => order.push(answer);
    await Promise.all([
      one.run({ do: "answer", with: "at work" }).then(note),
      one.run({ do: "answer", with: "waiting" }).then(note),
      one.run({ do: "answer", with: "urgent" }, { urgent: true }).then(note),
      one.run({ do: "answer", with: "urgent too" }, { urgent: true }).then(note),
    ]);
    expect(order).toEqual(["at work", "urgent", "urgent too", "waiting"]);
  });

  test("counts running and waiting tasks", async () => {
    const one = pool();
    const asked = [1, 2, 3].map((n) => one.run({ do: "answer", with: n }));
    expect(one.tasks).toBe(3);
    await Promise.all(asked);
    expect(one.tasks).toBe(0);
  });

  test("runs as many tasks at once as it has children", async () => {
    const two = pool({ size: 2 });
    const pids = await Promise.all([two.run({ do: "tell-pid" }), two.run({ do: "tell-pid" })]);
    expect(new Set(pids).size).toBe(2);
  });

  test("replaces a child after its number of tasks", async () => {
    const short = pool({ recycleAfter: 2 });
    const pids = [];
    for (let task = 0; task < 3; task += 1) pids.push(await short.run({ do: "tell-pid" }));
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).not.toBe(pids[1]);
  });

  test("ends a child that stays idle", async () => {
    const brief = pool({ idleMs: 1 });
    const pid = await brief.run({ do: "tell-pid" });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5000 });
    expect(await brief.run({ do: "tell-pid" })).not.toBe(pid);
  });

  test("runs its children at the configured priority", async () => {
    const polite = pool({ priority: 10 });
    expect(getPriority(Number(await polite.run({ do: "tell-pid" })))).toBe(10);
  });

  test("passes no environment variables to its children", async () => {
    expect(await pool().run({ do: "tell-environment" })).toEqual(
      expect.not.arrayContaining(["PATH", "HOME", "SESSION_SECRET", "NODE_OPTIONS"]),
    );
  });

  test("forwards a child's messages in order", async () => {
    const heard: number[] = [];
    const answer = await pool().run({ do: "report", shares: [0.2, 0.6, 1] }, { onMessage: (n) => heard.push(n) });
    expect(answer).toBe("reported");
    expect(heard).toEqual([0.2, 0.6, 1]);
  });
});

describe("a task's question", () => {
  test("receives the caller's answer", async () => {
    const onQuestion = async (about: unknown) => `an answer about ${String(about)}`;
    expect(await pool().run({ do: "ask", about: "colour" }, { onQuestion })).toBe("an answer about colour");
  });

  test("receives null where the caller answers no questions", async () => {
    expect(await pool().run({ do: "ask", about: "colour" })).toBeNull();
  });

  test("ends when the task is aborted before the answer", async () => {
    const controller = new AbortController();
    const question = Promise.withResolvers<AbortSignal>();
    const onQuestion = (_about: unknown, signal: AbortSignal) => {
      question.resolve(signal);
      return new Promise(() => {});
    };
    const asking = pool().run({ do: "ask", about: "colour" }, { onQuestion, signal: controller.signal });
    const signal = await question.promise;
    expect(signal.aborted).toBe(false);
    controller.abort();
    await expect(asking).rejects.toMatchObject({ code: "aborted" });
    expect(signal.aborted).toBe(true);
  });
});

describe("a child pool with a failing task", () => {
  test("reports `failed` with the error and reuses the child", async () => {
    const steady = pool();
    const pid = await steady.run({ do: "tell-pid" });
    await expect(steady.run({ do: "throw", message: "no such effect" })).rejects.toMatchObject({
      code: "failed",
      message: "no such effect",
    });
    expect(await steady.run({ do: "tell-pid" })).toBe(pid);
  });

  test("reports `failed` for a task that cannot be cloned and reuses the child", async () => {
    const steady = pool();
    const pid = await steady.run({ do: "tell-pid" });
    await expect(steady.run({ do: "answer", with: () => {} })).rejects.toMatchObject({ code: "failed" });
    expect(await steady.run({ do: "tell-pid" })).toBe(pid);
  });

  test("reports `crashed` when the child dies, logs it and loses no other task", async () => {
    const sturdy = pool();
    const [dying, after] = [sturdy.run({ do: "die" }), sturdy.run({ do: "answer", with: "still here" })];
    await expect(dying).rejects.toMatchObject({ code: "crashed", message: expect.stringContaining("SIGSEGV") });
    expect(await after).toBe("still here");
    expect(warn).toHaveBeenCalledOnce();
  });

  test("includes the dying child's stderr in the error", async () => {
    await expect(pool().run({ do: "complain-and-die", words: "out of memory" })).rejects.toMatchObject({
      code: "crashed",
      message: expect.stringContaining("out of memory"),
    });
  });

  test("reports `crashed` when the child's module does not exist", async () => {
    const broken = pool({ entry: new URL("no-such-child.ts", import.meta.url) });
    await expect(broken.run({ do: "tell-pid" })).rejects.toMatchObject({ code: "crashed" });
  });

  test("reports `timeout`, kills the busy child and continues", async () => {
    const strict = pool({ timeoutMs: 1500 });
    const pid = await strict.run({ do: "tell-pid" });
    await expect(strict.run({ do: "hang" })).rejects.toMatchObject({ code: "timeout" });
    expect(await strict.run({ do: "answer", with: 1 })).toBe(1);
    expect(isAlive(pid)).toBe(false);
  });

  test("reports `aborted` and kills the child when the caller aborts", async () => {
    const patient = pool();
    const pid = await patient.run({ do: "tell-pid" });
    const controller = new AbortController();
    const hanging = patient.run({ do: "hang" }, { signal: controller.signal, onMessage: () => controller.abort() });
    await expect(hanging).rejects.toMatchObject({ code: "aborted" });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5000 });
    expect(warn).not.toHaveBeenCalled();
  });

  test("retries a task in a fresh child when its child crashed and retries are enabled", async () => {
    const folder = await mkdtemp(join(tmpdir(), "child-pool-"));
    const sturdy = pool({ retryCrashed: true });
    const first = await sturdy.run({ do: "tell-pid" });
    const second = await sturdy.run({ do: "die-unless-there", path: join(folder, "tried") });
    expect(second).not.toBe(first);
    expect(isAlive(second)).toBe(true);
    expect(warn).toHaveBeenCalledOnce();
    await rm(folder, { recursive: true });
  });

  test("reports `crashed` when a task has killed two children", async () => {
    const sturdy = pool({ retryCrashed: true });
    await expect(sturdy.run({ do: "die" })).rejects.toMatchObject({ code: "crashed" });
    expect(warn).toHaveBeenCalledTimes(2);
    expect(await sturdy.run({ do: "answer", with: "still here" })).toBe("still here");
  });

  test("aborts a task that waits for its retry without disturbing another", async () => {
    const controller = new AbortController();
    const sturdy = pool({ retryCrashed: true, log: { warn: () => controller.abort() } });
    const dying = sturdy.run({ do: "die" }, { signal: controller.signal });
    const after = sturdy.run({ do: "answer", with: "still here" });
    await expect(dying).rejects.toMatchObject({ code: "aborted" });
    expect(await after).toBe("still here");
  });

  test("drops an aborted task from the queue without disturbing the running one", async () => {
    const queued = pool();
    const first = queued.run({ do: "answer", with: "first" });
    const controller = new AbortController();
    const second = queued.run({ do: "answer", with: "second" }, { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: "aborted" });
    expect(await first).toBe("first");
  });

  test("does not start a task whose signal has already fired", async () => {
    await expect(pool().run({ do: "die" }, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
  });

  test("rejects running and waiting tasks and leaves no process behind when it closes", async () => {
    const closing = pool();
    const pid = await closing.run({ do: "tell-pid" });
    const running = closing.run({ do: "hang" });
    const waiting = closing.run({ do: "answer", with: 1 });
    const outcomes = Promise.allSettled([running, waiting]);
    await closing.close();
    expect(await outcomes).toMatchObject([{ reason: { code: "closed" } }, { reason: { code: "closed" } }]);
    expect(isAlive(pid)).toBe(false);
    await expect(closing.run({ do: "tell-pid" })).rejects.toMatchObject({ code: "closed" });
  });
});
