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

export interface TaskChannel<Message> {
  post: (message: Message) => void;
  /** Sends a question to the parent; null if the parent answers no questions. */
  ask: (about: unknown) => Promise<unknown>;
}

/** The child's side of a pool: runs each task, returns its result or error message. */
export function serveTasks<Task, Result, Message = never>(
  work: (task: Task, channel: TaskChannel<Message>) => Promise<Result>,
): void {
  const answer = (envelope: ChildEnvelope<Result, Message>) => process.send?.(envelope);
  const open = new Map<number, (answer: unknown) => void>();
  let questions = 0;
  const channel: TaskChannel<Message> = {
    post: (message) => answer({ kind: "message", message }),
    ask: (about) =>
      new Promise((resolve) => {
        questions += 1;
        open.set(questions, resolve);
        answer({ kind: "question", question: questions, about });
      }),
  };
  process.on("disconnect", () => process.exit());
  process.on("message", (envelope: ParentEnvelope<Task>) => {
    if (envelope.kind === "answer") {
      open.get(envelope.question)?.(envelope.answer);
      open.delete(envelope.question);
      return;
    }
    work(envelope.task, channel).then(
      (result) => answer({ kind: "result", result }),
      (error: unknown) => answer({ kind: "failure", message: error instanceof Error ? error.message : String(error) }),
    );
  });
}
