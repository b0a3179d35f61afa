import type { ChildEnvelope, ParentEnvelope } from "./child-protocol.ts";

export interface TaskChannel<Message> {
  post: (message: Message) => void;
  /** Sends a question to the parent; null where the parent answers no questions. */
  ask: (about: unknown) => Promise<unknown>;
}

/** The child's side of a pool: runs each task, answers with its result or error message. */
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
