/** Work that goes on behind the answer, so that the answer takes as long for a known address as for an unknown one. */
export interface BackgroundTasks {
  later(work: () => Promise<void>): void;
  /** Resolves when nothing is under way any more. */
  drain(): Promise<void>;
}

/** `onFailed` hears of work that failed; the person's next press of the button is the retry. */
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
