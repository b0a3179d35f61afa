/** What a child pool and its children say to each other over the IPC channel. */

/** Pool to child: one task at a time, the next only after its result; and the answers to what the child asks meanwhile. */
export type ParentEnvelope<Task> = { kind: "task"; task: Task } | { kind: "answer"; question: number; answer: unknown };

/** Child to pool: any number of messages and questions, then one result or one failure. */
export type ChildEnvelope<Result, Message> =
  | { kind: "message"; message: Message }
  | { kind: "question"; question: number; about: unknown }
  | { kind: "result"; result: Result }
  | { kind: "failure"; message: string };
