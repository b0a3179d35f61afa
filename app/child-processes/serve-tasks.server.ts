import type { ChildEnvelope, TaskEnvelope } from "./child-messages.ts";

/**
 * The child's side of a child pool: does each task the parent sends and answers with its result, or with the message
 * of the error it threw. `post` sends something while the work goes on. The process ends when its parent is gone.
 */
export function serveTasks<Task, Result, Message = never>(
  work: (task: Task, post: (message: Message) => void) => Promise<Result>,
): void {
  const answer = (envelope: ChildEnvelope<Result, Message>) => process.send?.(envelope);
  process.on("disconnect", () => process.exit());
  process.on("message", (envelope: TaskEnvelope<Task>) => {
    work(envelope.task, (message) => answer({ kind: "message", message })).then(
      (result) => answer({ kind: "result", result }),
      (error: unknown) => answer({ kind: "failure", message: error instanceof Error ? error.message : String(error) }),
    );
  });
}
