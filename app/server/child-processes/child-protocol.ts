/** Messages between a child pool and its children over the IPC channel. */

export type ParentEnvelope<Task> = { kind: "task"; task: Task } | { kind: "answer"; question: number; answer: unknown };

/** Child to pool: any number of messages and questions, then one result or one failure. */
export type ChildEnvelope<Result, Message> =
  | { kind: "message"; message: Message }
  | { kind: "question"; question: number; about: unknown }
  | { kind: "result"; result: Result }
  | { kind: "failure"; message: string };

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
