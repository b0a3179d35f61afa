import { expect, test } from "vitest";
import { limitedStream } from "./limited-stream.ts";

const bytes = (...values: number[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const value = values.shift();
      if (value === undefined) controller.close();
      else controller.enqueue(new Uint8Array([value]));
    },
  });

test("passes a stream through and reports its end once", async () => {
  let ends = 0;
  const limited = limitedStream(bytes(1, 2, 3), { limitMs: 60_000, onEnd: () => (ends += 1) });
  expect([...new Uint8Array(await new Response(limited).arrayBuffer())]).toEqual([1, 2, 3]);
  expect(ends).toBe(1);
});

test("cancels the source when its reader cancels", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array([1])),
    cancel: resolve,
  });
  let ends = 0;
  const limited = limitedStream(source, { limitMs: 60_000, onEnd: () => (ends += 1) });
  await limited.cancel("gone");
  expect(await promise).toBe("gone");
  expect(ends).toBe(1);
});

test("ends a stream that never ends by itself", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const limited = limitedStream(silent, { limitMs: 5, onEnd: resolve });
  await expect(new Response(limited).arrayBuffer()).rejects.toThrow("took too long");
  await promise;
});
