import { useRef } from "react";
import { Form } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { QuestionField } from "../questions/question-field.tsx";
import type { Step } from "../tool.ts";
import { isGuided, neighboursOf, questionsFor, stepUrl } from "./steps.ts";
import { useWizard } from "./wizard.tsx";

export function StepForm({ step }: { step: Step }) {
  const wizard = useWizard();
  const { tool, draft, draftId, answers, problems, busy, submitOnArrival } = wizard;
  const waits = wizard.submits === step.id;
  const questions = questionsFor(step, answers);
  const form = useRef<HTMLFormElement>(null);
  const last = neighboursOf(tool, answers, step.id).after === null;
  const action = last ? tool.action : "Continue";
  const photos = draft?.photos.length ?? 0;
  const cost = photos || 1;
  const unaffordable = last && wizard.gems < cost && tool.bar !== "climbing";
  const asked = questions.map(({ name }) => name);
  const onSubmit = (event: React.SubmitEvent<HTMLFormElement>) => {
    const back = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") === "back";
    submitOnArrival(null);
    if (back ? wizard.goBack() : wizard.goOn()) return event.preventDefault();
    if (!back && last && wizard.photoIsUnderWay()) {
      event.preventDefault();
      return submitOnArrival(step.id, () => form.current?.requestSubmit());
    }
    wizard.sendsAll();
  };
  return (
    <Form
      className="grid grid-cols-1 gap-6"
      method="post"
      action={stepUrl(tool, draftId ?? "", step.id)}
      ref={form}
      onSubmit={onSubmit}
      noValidate
    >
      {/* Enter presses the form's first button, which must not be Back. */}
      <button hidden disabled={unaffordable}>
        {action}
      </button>
      <input type="hidden" name="key" value={draft?.idempotencyKey ?? `${draftId ?? ""}.0`} />
      {photos ? <input type="hidden" name="photos" value={photos} /> : null}
      <input type="hidden" name="asked" value={asked.join(",")} />
      {questions.map((question) =>
        photos && question.kind === "subject-box" ? null : (
          <QuestionField
            key={question.name}
            question={question}
            value={answers[question.name] ?? ""}
            answers={answers}
            error={problems.find(({ field }) => field === question.name)?.message}
            onChange={(value) => {
              submitOnArrival(null);
              wizard.change(question.name, value);
            }}
            photo={photoShown(wizard)}
          />
        ),
      )}
      {last ? <OtherAnswers asked={asked} /> : null}
      {waits ? (
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
        <button className="btn btn-primary" disabled={unaffordable} aria-busy={busy || waits || undefined}>
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
function OtherAnswers({ asked }: { asked: string[] }) {
  return Object.entries(useWizard().answers)
    .filter(([name]) => !asked.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

function photoShown({ upload, draft }: ReturnType<typeof useWizard>) {
  if ("src" in upload) return { src: upload.src, width: 400, height: 300 };
  const picture = draft?.photo?.picture;
  return picture ? { src: picture.src, width: picture.width, height: picture.height } : null;
}
