/** Runs after the response, so that known and unknown addresses take the same time. */
export interface BackgroundTasks {
  later(work: () => Promise<void>): void;
  drain(): Promise<void>;
}

export function createBackgroundTasks(onFailed: (error: unknown) => void): BackgroundTasks {
  const underWay = new Set<Promise<void>>();
  return {
    later(work) {
      const done = work()
        .catch(onFailed)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
