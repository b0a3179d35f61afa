/** Calls `onEnd` once: at its end, cancel, failure or timeout. */
export function limitedStream(
  stream: ReadableStream<Uint8Array>,
  { limitMs, onEnd }: { limitMs: number; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    onEnd();
  };
  let fail: (error: Error) => void = () => {};
  const timer = setTimeout(() => {
    const late = new Error("the stream took too long");
    fail(late);
    void reader.cancel(late).catch(() => {});
    end();
  }, limitMs);
  return new ReadableStream({
    start(controller) {
      fail = (error) => controller.error(error);
    },
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
        if (done) end();
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}
