/** `failed`: the task threw. `crashed`: the child ended. `timeout` and `aborted` kill the child. */
export type ChildProcessErrorCode = "timeout" | "aborted" | "crashed" | "failed" | "closed";

export class ChildProcessError extends Error {
  override readonly name = "ChildProcessError";
  readonly code: ChildProcessErrorCode;

  constructor(code: ChildProcessErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
