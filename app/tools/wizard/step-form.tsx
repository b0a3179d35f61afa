import { type ComponentType, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import type { QuestionFieldProps } from "../questions/question-field.tsx";
import type { RunScreenProps } from "./run-screen.tsx";
import { isGuided, questionsFor, stepUrl } from "./steps.ts";
import type { Step } from "../tool.ts";
import type { PhotoUpload } from "./use-photo-upload.ts";
import type { ToolRun } from "./use-tool-run.ts";

type StepFormProps = RunScreenProps & {
  run: ToolRun;
  step: Step;
  gems: number;
  last: boolean;
  /** Null when the step asks nothing. */
  Question?: ComponentType<QuestionFieldProps>;
};

export function StepForm({ tool, Question, draft, run, step, gems, last, busy }: StepFormProps) {
  const { answers, problems, upload } = run;
  const questions = questionsFor(step, answers);
  const form = useRef<HTMLFormElement>(null);
  const start = useStartWhenArrived(form, upload);
  const draftId = run.runId ?? "";
  const action = last ? tool.action : "Continue";
  const photos = draft?.photos.length ?? 0;
  const cost = photos || 1;
  const unaffordable = last && gems < cost && tool.bar !== "climbing";
  const onSubmit = (event: React.SubmitEvent<HTMLFormElement>) => {
    const back = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") === "back";
    start.forget();
    if (back ? run.goBack() : run.goOn()) event.preventDefault();
    else if (!back && last && start.wait()) event.preventDefault();
    else run.sendsAll();
  };
  return (
    <Form
      className="grid grid-cols-1 gap-6"
      method="post"
      action={stepUrl(tool, draftId, step.id)}
      ref={form}
      onSubmit={onSubmit}
      noValidate
    >
      {/* Enter presses the form's first button, which must not be Back. */}
      <button hidden disabled={unaffordable}>
        {action}
      </button>
      <input type="hidden" name="key" value={draft?.idempotencyKey ?? `${draftId}.0`} />
      {photos ? <input type="hidden" name="photos" value={photos} /> : null}
      <input type="hidden" name="asked" value={questions.map(({ name }) => name).join(",")} />
      {Question
        ? questions.map((question) =>
            photos && question.kind === "subject-box" ? null : (
              <Question
                key={question.name}
                question={question}
                value={answers[question.name] ?? ""}
                answers={answers}
                error={problems.find(({ field }) => field === question.name)?.message}
                onChange={(value) => {
                  start.forget();
                  run.change(question.name, value);
                }}
                photo={photoShown(run, draft)}
              />
            ),
          )
        : null}
      {last ? <OtherAnswers run={run} asked={questions.map(({ name }) => name)} /> : null}
      {start.waiting ? (
        <p className="text-sm" role="status">
          Your photo is still uploading. We start as soon as it has arrived.
        </p>
      ) : null}
      <div className="action-bar" id="choices">
        {isGuided(tool) ? (
          <button className="btn btn-quiet" name="go" value="back" formNoValidate>
            <Icon name="back" />
            Back
          </button>
        ) : null}
        <button className="btn btn-primary" disabled={unaffordable} aria-busy={busy || start.waiting || undefined}>
          {action}
          {last ? (
            <span className="cost">
              <Icon name="gem" />
              {cost === 1 ? "1 gem" : `${cost} gems`}
            </span>
          ) : null}
        </button>
      </div>
    </Form>
  );
}

/** Sends all answers, in case an autosave failed. */
function OtherAnswers({ run, asked: askedQuestions }: { run: ToolRun; asked: string[] }) {
  return Object.entries(run.answers)
    .filter(([name]) => !askedQuestions.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

function photoShown({ upload }: ToolRun, draft: StepFormProps["draft"]) {
  if ("src" in upload) return { src: upload.src, width: 400, height: 300 };
  const picture = draft?.photo?.picture;
  return picture ? { src: picture.src, width: picture.width, height: picture.height } : null;
}

/** Submits once the photo has arrived. Any other action of the member, or a refused photo, cancels it. */
function useStartWhenArrived(form: React.RefObject<HTMLFormElement | null>, upload: PhotoUpload) {
  const [pendingSrc, setPendingSrc] = useState<string | null>(null);
  const coming = "src" in upload && upload.phase !== "arrived" ? upload.src : null;
  const arrived = upload.phase === "arrived" ? upload.src : null;
  useEffect(() => {
    if (pendingSrc !== null && pendingSrc === arrived) form.current?.requestSubmit();
  }, [form, pendingSrc, arrived]);
  return {
    waiting: pendingSrc !== null && pendingSrc === coming,
    forget: () => setPendingSrc(null),
    /** True when it has to wait. */
    wait: () => {
      if (coming) setPendingSrc(coming);
      return coming !== null;
    },
  };
}
