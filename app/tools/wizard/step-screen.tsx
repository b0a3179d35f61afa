import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { Form, Link, useNavigate, useNavigationType } from "react-router";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Icon } from "../../ui/icon.tsx";
import { usePreviews } from "../previews/previews.tsx";
import { previewOf } from "../questions/choice-field.tsx";
import { leadsOn, readAnswers } from "../answers.ts";
import { QuestionField } from "../questions/question-field.tsx";
import { FailureNotice } from "../runs/failure-notice.tsx";
import type { Step } from "../tool.ts";
import { GemBalance } from "./gem-balance.tsx";
import { StepList, ToolSteps } from "./step-list.tsx";
import { PhotoPanel, ShownPhoto } from "./photo-panel.tsx";
import { takeUnsaved } from "./draft-saving.ts";
import { isGuided, neighboursOf, optionsFor, placeOf, questionsFor, stepUrl, titleOf } from "./steps.ts";
import { useWizard } from "./wizard.tsx";

export function StepScreen({ step }: { step: Step }) {
  const wizard = useWizard();
  const { tool, draft, namedId, answers, failure, photoProblem, connectionError, found, gems, notice } = wizard;
  const problems = [
    ...(photoProblem ? [{ field: "image", message: photoProblem }] : []),
    ...(connectionError ? [{ message: connectionError }] : []),
    ...wizard.problems,
  ];
  const checked = useMemo(() => ({ photoProblem, connectionError, found }), [photoProblem, connectionError, found]);
  const guided = isGuided(tool);
  const title = titleOf(step, answers);
  const { number, of } = placeOf(tool, step.id);
  const where = guided ? `Step ${number} of ${of}: ` : "";
  useUnsavedAnswers();
  const heading = useFocusOnStep(step.id, problems.length > 0 || failure !== null);
  const { before, after } = neighboursOf(tool, answers, step.id);
  const last = after === null;
  const uses = draft?.photos.length || 1;
  return (
    <main id="main" className="mx-auto grid w-full max-w-page grid-cols-1 gap-4 px-gutter pt-4 pb-16 lg:gap-6 lg:pt-6">
      <PageTitle failed={problems.length > 0 || (failure?.neededNothing === false && !failure.cancelled)}>
        {guided ? `${where}${title} · ${tool.title}` : title}
      </PageTitle>
      {guided ? <StepList tool={tool} number={number} /> : <BackLink to="/dashboard">Dashboard</BackLink>}
      <ErrorSummary problems={problems} found={checked} />
      {failure && !problems.length ? <FailureNotice {...failure} /> : null}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:items-start lg:gap-12">
        {draft?.photos.length ? (
          <div className="tool-photo grid grid-cols-1 gap-4">
            <ShownPhoto compact={guided} />
            <div className="flex items-center justify-between gap-3">
              <b className="text-sm">{draft.photos.length === 1 ? "1 photo" : `${draft.photos.length} photos`}</b>
              <Link className="btn-sm btn-secondary" to={`batch?draft=${draft.id}`}>
                Change photos
              </Link>
            </div>
          </div>
        ) : (
          <PhotoPanel compact={guided} aside={before !== null && !last} />
        )}
        <div className={`grid grid-cols-1 ${guided ? "gap-4 lg:gap-6" : "gap-6"}`}>
          <div className="grid grid-cols-1 gap-2">
            <h1 key={step.id} ref={heading} className="text-2xl">
              <span className="sr-only">{where}</span>
              {title}
            </h1>
            {guided ? null : <p className="max-w-measure text-lg text-ink-2">{tool.lede}</p>}
            {step.hint ? <p className="text-ink-2">{step.hint}</p> : null}
          </div>
          {guided ? null : <ToolSteps tool={tool} retainsOriginals={wizard.retainsOriginals} />}
          {last && tool.parts ? <tool.parts.beforeStart /> : null}
          {last && gems < Math.max(uses, 2) ? (
            <GemBalance gems={gems} uses={uses} buyFor={stepUrl(tool, namedId ?? "", step.id)} />
          ) : null}
          {last && notice ? <p className="panel text-sm">{notice}</p> : null}
          <StepForm key={step.id} step={step} />
        </div>
      </div>
    </main>
  );
}

/** After a session ended here, restores and saves every answer. */
function useUnsavedAnswers() {
  const { namedId, adopt } = useWizard();
  const navigate = useNavigate();
  const back = useEffectEvent((draftId: string) => {
    const unsaved = takeUnsaved(draftId);
    if (!unsaved) return;
    adopt(unsaved.answers);
    void navigate(unsaved.page, { replace: true });
  });
  useEffect(() => {
    if (namedId) back(namedId);
  }, [namedId]);
}

/**
 * Focuses the heading, unless an error or a notice takes the focus. Waits until React has changed the page: otherwise
 * Orca in Firefox continues to read at the page's end.
 */
function useFocusOnStep(stepId: string, hasProblem: boolean) {
  // A screen reader reads a loaded page from its top anyway, but not after a redirect.
  const shownStep = useRef(useNavigationType() === "POP" ? stepId : null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shownStep.current === stepId) return;
    shownStep.current = stepId;
    if (hasProblem) return;
    heading.current?.setAttribute("tabindex", "-1");
    heading.current?.focus();
  }, [stepId, hasProblem]);
  return heading;
}

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
  const costText = cost === 1 ? "1 gem" : `${cost} gems`;
  const unaffordable = last && wizard.gems < cost && tool.bar !== "climbing";
  const asked = questions.map(({ name }) => name);
  const photo = photoShown(wizard);
  const previews = usePreviews(
    draftId,
    wizard.generative || wizard.photoIsUnderWay() ? null : (draft?.photo?.id ?? null),
    questions
      .flatMap((question) =>
        question.kind === "choice" ? optionsFor(question, answers).map((option) => previewOf(question, option)) : [],
      )
      .filter((name) => name && name !== "photo"),
  );
  const takeEarly = useEffectEvent(() => {
    if (form.current) wizard.change(readAnswers(tool, new FormData(form.current)));
  });
  // Answers may be given before the scripts have loaded; React would reset them.
  useEffect(() => takeEarly(), []);
  const goOnWith = (name: string, value: string) => {
    const { current } = form;
    // The member sees the mark first; a step that the member left meanwhile is not submitted.
    if (leadsOn(step, answers, name, value) && !last)
      setTimeout(() => void (current?.isConnected && current.requestSubmit()), markSeenMs);
  };
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
      <button type="submit" hidden disabled={unaffordable}>
        {action}
      </button>
      <input type="hidden" name="key" value={draft?.idempotencyKey ?? `${draftId ?? ""}.0`} />
      {photos ? <input type="hidden" name="photos" value={photos} /> : null}
      <input type="hidden" name="asked" value={asked.join(",")} />
      {questions.map((question, index) =>
        photos && question.kind === "subject-box" ? null : (
          <QuestionField
            key={question.name}
            question={question}
            value={answers[question.name] ?? ""}
            answers={answers}
            error={problems.find(({ field }) => field === question.name)?.message}
            onChange={(value) => {
              submitOnArrival(null);
              wizard.change({ [question.name]: value });
            }}
            onPick={(value) => goOnWith(question.name, value)}
            untitled={index === 0}
            previews={previews}
            photo={photo}
          />
        ),
      )}
      {step.row ? (
        <details className="disclosure">
          <summary>{step.row[0]}</summary>
          <p className="text-sm text-ink-2">{step.row[1]}</p>
        </details>
      ) : null}
      {last ? <OtherAnswers asked={asked} /> : null}
      {waits ? (
        <p className="text-sm" role="status">
          Your photo is still uploading. We start as soon as it has arrived.
        </p>
      ) : null}
      <div className="action-bar" id="choices">
        {isGuided(tool) ? (
          <button type="submit" className="btn-quiet" name="go" value="back" formNoValidate>
            <Icon name="back" />
            <span className="max-sm:sr-only">Back</span>
          </button>
        ) : null}
        <button
          type="submit"
          className="btn-primary"
          disabled={unaffordable}
          aria-label={last ? `${action}, ${costText}` : undefined}
          aria-busy={busy || waits || undefined}
        >
          {action}{" "}
          {last ? (
            <span className="cost">
              <Icon name="gem" />
              {costText}
            </span>
          ) : null}
        </button>
      </div>
    </Form>
  );
}

/** ms */
const markSeenMs = 160;

/** Sends all answers, in case an autosave failed. */
function OtherAnswers({ asked }: { asked: string[] }) {
  return Object.entries(useWizard().answers)
    .filter(([name]) => !asked.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

function photoShown({ upload, draft }: ReturnType<typeof useWizard>) {
  if ("src" in upload && upload.src) return { src: upload.src, width: 400, height: 300 };
  const picture = draft?.photo?.picture;
  return picture ? { src: picture.src, width: picture.width, height: picture.height } : null;
}
