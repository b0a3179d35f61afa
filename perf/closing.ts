export interface Closing {
  add(close: () => unknown): void;
  /** Closes everything, newest first; what fails to close keeps nothing else open. Repeatable. */
  close(): Promise<void>;
  /** Whether closing has begun: nothing new should be opened. */
  readonly closed: boolean;
}

export function createClosing(): Closing {
  const open: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  return {
    add: (close) => open.push(close),
    close: () => (closing ??= closeAll(open)),
    get closed() {
      return closing !== undefined;
    },
  };
}

async function closeAll(open: (() => unknown)[]) {
  for (const close of open.reverse()) {
    try {
      await close();
    } catch (error) {
      console.error("could not close:", error);
    }
  }
}
