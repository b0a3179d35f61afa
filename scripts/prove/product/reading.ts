/** What a process uses at one moment. */
export interface Reading {
  /** Bytes. */
  resident: number;
  /** JavaScript's own, bytes. */
  heap: number;
  /** Buffers beside the heap, bytes. */
  external: number;
  /** How late timers came since the last reading, ms. */
  lateP50: number;
  lateP99: number;
  lateMost: number;
}
