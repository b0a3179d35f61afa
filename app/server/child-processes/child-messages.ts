/** Messages between a child pool and its children over the IPC channel. */

export type ParentEnvelope<Task> = { kind: "task"; task: Task } | { kind: "answer"; question: number; answer: unknown };

/** Child to pool: any number of messages and questions, then one result or one failure. */
export type ChildEnvelope<Result, Message> =
  | { kind: "message"; message: Message }
  | { kind: "question"; question: number; about: unknown }
  | { kind: "result"; result: Result }
  | { kind: "failure"; message: string };
