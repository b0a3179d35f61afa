/**
 * Why a task given to a child pool has no result.
 * - `timeout`: it took longer than the pool allows; its child was killed.
 * - `aborted`: the caller's signal fired; its child was killed, or the task never left the queue.
 * - `crashed`: the child ended by itself (a fault in native code, no memory left, killed from outside).
 * - `failed`: the work threw; the child goes on.
 * - `closed`: the pool was closed.
 */
export type ChildProcessErrorCode = "timeout" | "aborted" | "crashed" | "failed" | "closed";

export class ChildProcessError extends Error {
  override readonly name = "ChildProcessError";
  readonly code: ChildProcessErrorCode;

  constructor(code: ChildProcessErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
