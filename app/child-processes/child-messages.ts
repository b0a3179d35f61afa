/** What a child pool and its children say to each other over the IPC channel. */

/** Pool to child: one task at a time; the next follows only after the answer. */
export interface TaskEnvelope<Task> {
  task: Task;
}

/** Child to pool: any number of messages, then one result or one failure. */
export type ChildEnvelope<Result, Message> =
  | { kind: "message"; message: Message }
  | { kind: "result"; result: Result }
  | { kind: "failure"; message: string };
